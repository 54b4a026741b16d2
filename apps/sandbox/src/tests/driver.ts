import { createSandbox, type Sandbox, type SandboxOptions } from '@partyline/sandbox'
import twilio from 'twilio'
import { onTestFinished } from 'vitest'
import { createListener } from './listener.ts'

export const FRONT_DESK = '+12025550100'
export const SPARE_LINE = '+12025550103'
export const MARTA = '+12025550142'

/** Fast enough for tests, slow enough to keep the order. */
export const QUICK = { queued: 1, sending: 1, sent: 1 }

/** The part of a sandbox that tests need, also for one in another process. */
type Reachable = Pick<Sandbox, 'url' | 'world'>

/** A sandbox that is closed after the test. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ port: 0, appUrl: 'http://localhost:3000', pace: QUICK, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A listener that is closed after the test. */
export async function startListener(...answer: Parameters<typeof createListener>) {
  const listener = await createListener(...answer)
  onTestFinished(() => listener.close())
  return listener
}

/** The unmodified SDK with another base URL. */
export function sdkFor({ url, world }: Reachable) {
  const client = twilio(world.twilio.accountSid, world.twilio.authToken)
  client.api.baseUrl = url
  return client
}

export async function textFrom(sandbox: Reachable, phone: string, body: object): Promise<{ messageSid: string }> {
  const answer = await postText(sandbox, phone, body)
  return (await answer.json()) as { messageSid: string }
}

export function postText({ url }: Reachable, phone: string, body: object) {
  return fetch(`${url}/sandbox/phones/${encodeURIComponent(phone)}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export type PhoneText = {
  direction: 'sent' | 'received'
  from: string
  to: string
  text: string
  media: string[]
  at: string
}

export async function textsOn({ url }: Reachable, phone: string): Promise<PhoneText[]> {
  const answer = await fetch(`${url}/sandbox/phones/${encodeURIComponent(phone)}/messages`)
  return (await answer.json()) as PhoneText[]
}

/** Sets the webhook of a number, as the app does. */
export async function setWebhook(
  sandbox: Reachable,
  settings: { smsUrl: string; smsFallbackUrl?: string; smsMethod?: string },
) {
  const client = sdkFor(sandbox)
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: FRONT_DESK })
  await client.incomingPhoneNumbers(number?.sid ?? '').update(settings)
}

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
