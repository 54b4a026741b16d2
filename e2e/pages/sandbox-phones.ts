import { sandboxUrl } from './addresses.ts'

/** The demo's number that everybody of the clinic is behind. */
export const FRONT_DESK = '+12025550100'

/** A phone texts one of our numbers. */
export async function textFrom(phone: string, text: string, to = FRONT_DESK): Promise<void> {
  await post(`${addressOf(phone)}/messages`, { to, text })
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A phone sends a picture without words to one of our numbers. */
export async function pictureFrom(phone: string, to = FRONT_DESK): Promise<void> {
  const media = [{ contentType: 'image/png', base64: PIXEL }]
  await post(`${addressOf(phone)}/messages`, { to, text: '', media })
}

/** A phone sends a file with a text to the front desk. */
export async function fileFrom(
  phone: string,
  text: string,
  file: { contentType: string; bytes: Buffer },
): Promise<void> {
  const media = [{ contentType: file.contentType, base64: file.bytes.toString('base64') }]
  await post(`${addressOf(phone)}/messages`, { to: FRONT_DESK, text, media })
}

/** Puts a phone with its owner's name on the sandbox's page. */
export async function addPhone(phone: { number: string; name: string }): Promise<void> {
  await post(`${sandboxUrl()}/sandbox/phones`, phone)
}

/** What a phone got, oldest first; a picture without words as how many they are. */
export async function textsOn(phone: string): Promise<string[]> {
  const response = await fetch(`${addressOf(phone)}/messages`)
  const texts = (await response.json()) as { direction: 'sent' | 'received'; text: string; media: unknown[] }[]
  return texts
    .filter(({ direction }) => direction === 'received')
    .map(({ text, media }) => text || `${media.length} picture`)
}

const addressOf = (phone: string) => `${sandboxUrl()}/sandbox/phones/${encodeURIComponent(phone)}`

async function post(address: string, body: unknown): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
}
