import type { Surroundings } from '@partyline/sandbox'
import { until } from './until.ts'

type PhoneMessage = { direction: 'sent' | 'received'; from: string; to: string; text: string; media: string[] }

/** A handset of the sandbox, with its texts from and to the numbers of one account. */
export type Phone = {
  number: string
  send(to: string, text: string, media?: { contentType: string; base64: string }[]): Promise<string>
  messages(): Promise<PhoneMessage[]>
  /** The texts that the phone has received, once there are `count`. */
  received(count: number): Promise<PhoneMessage[]>
}

export function phoneOf(sandbox: Pick<Surroundings, 'url' | 'world'>, number: string): Phone {
  const lines = sandbox.world.twilio.numbers.map(({ phoneNumber }) => phoneNumber)
  const url = `${sandbox.url}/sandbox/phones/${encodeURIComponent(number)}/messages`
  const phone: Phone = {
    number,
    async send(to, text, media = []) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, text, media }),
      })
      if (!response.ok) throw new Error(`The phone ${number} could not text: ${await response.text()}`)
      return ((await response.json()) as { messageSid: string }).messageSid
    },
    async messages() {
      const all = (await (await fetch(url)).json()) as PhoneMessage[]
      return all.filter(({ from, to }) => lines.includes(from) || lines.includes(to))
    },
    received: (count) =>
      until(async () => {
        const received = (await phone.messages()).filter(({ direction }) => direction === 'received')
        return received.length >= count && received
      }),
  }
  return phone
}
