import { sandboxUrl } from './addresses.ts'

/** Some faults of the sandbox; `times` is how often they strike. */
type Faults = {
  /** Twilio answers with a server error, so it is unknown whether it accepted the text. */
  errorBeforeAccepting?: { times: number; status: 503 }
  /** The carrier does not deliver the text, with a Twilio error code. */
  carrierError?: { times: number; code: number }
}

/** Sets the faults of one phone, replacing earlier ones. */
export async function orderFaults(phone: string, faults: Faults): Promise<void> {
  const response = await fetch(`${sandboxUrl()}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, faults }),
  })
  if (!response.ok) throw new Error(await response.text())
}
