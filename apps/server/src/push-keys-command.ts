import webPush from 'web-push'

/** A new pair of VAPID keys, as settings. Browsers that subscribed with another pair must subscribe again. */
export function createPushKeys() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
}

/** Settings for the environment. */
export function pushKeysCommand(print: (line: string) => void): void {
  for (const [setting, value] of Object.entries(createPushKeys())) print(`${setting}=${value}`)
  print('VAPID_SUBJECT=mailto:you@example.com')
}
