import { sandboxUrl } from './addresses.ts'

/** The demo's line whose default users are everyone at the clinic. */
export const FRONT_DESK = '+12025550100'

/** Sends a text from a phone to one of our lines. */
export async function textFrom(phone: string, text: string, to = FRONT_DESK): Promise<void> {
  await post(`${addressOf(phone)}/messages`, { to, text })
}

/** Sends a file with a text from a phone to the front desk. */
export async function fileFrom(
  phone: string,
  text: string,
  file: { contentType: string; bytes: Buffer },
): Promise<void> {
  const media = [{ contentType: file.contentType, base64: file.bytes.toString('base64') }]
  await post(`${addressOf(phone)}/messages`, { to: FRONT_DESK, text, media })
}

/** Adds a phone with its owner's name to the sandbox. */
export async function addPhone(phone: { number: string; name: string }): Promise<void> {
  await post(`${sandboxUrl()}/sandbox/phones`, phone)
}

/** The texts that a phone received, oldest first; pictures without text as their count. */
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
