import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test'

/** Tests run in incognito contexts, where Chrome has no push and says so. Nothing shows this to a page beforehand. */
const NO_PUSH = /does not support the Push API in incognito mode/

/** The patterns of the console errors that a test has caused, by the list of its errors. */
const expected = new WeakMap<readonly string[], RegExp[]>()

/** Console errors about responses and networks that a test causes; anything else fails the test. */
export function forgive(complaints: readonly string[], wanted: RegExp): void {
  expected.set(complaints, [...(expected.get(complaints) ?? []), wanted])
}

/** The other ones, at the end: the browser reports an error some time after its cause. */
export function unforgiven(complaints: readonly string[]): string[] {
  return complaints.filter((complaint) => !expected.get(complaints)?.some((wanted) => wanted.test(complaint)))
}

/** Adds the console's errors and warnings to the complaints, until the returned function is called. */
export function listen(context: BrowserContext, complaints: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => {
    const type = message.type()
    if ((type !== 'error' && type !== 'warning') || NO_PUSH.test(message.text())) return
    complaints.push(`${type}: ${message.text()} (${message.location().url})`)
  }
  const onError = (error: WebError) => void complaints.push(`page error: ${error.error().message}`)
  context.on('console', onConsole).on('weberror', onError)
  return () => void context.off('console', onConsole).off('weberror', onError)
}
