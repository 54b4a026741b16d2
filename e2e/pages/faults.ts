import { sandboxUrl } from './addresses.ts'

/** Some of what the sandbox can do wrong; `times` says how often. */
type Faults = {
  /** Twilio refuses with a server's error, so that nobody knows whether it took the text. */
  errorBeforeAccepting?: { times: number; status: 503 }
  /** The carrier does not deliver the text, with a code of Twilio's. */
  carrierError?: { times: number; code: number }
  /** Twilio does not give out the phone's pictures. */
  mediaNotFound?: { times?: number }
}

/** Lets the world do something wrong with one phone. Replaces what was ordered for it before. */
export async function orderFaults(phone: string, faults: Faults): Promise<void> {
  const response = await fetch(`${sandboxUrl()}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, faults }),
  })
  if (!response.ok) throw new Error(await response.text())
}
