import { until } from './until.ts'

type PhoneMessage = { direction: 'sent' | 'received'; from: string; to: string; text: string; media: string[] }

/** A handset of the sandbox. */
export type Phone = {
  number: string
  send(to: string, text: string, media?: { contentType: string; base64: string }[]): Promise<string>
  messages(): Promise<PhoneMessage[]>
  /** What the phone has received, as soon as it is so many texts. */
  received(count: number): Promise<PhoneMessage[]>
}

export function phoneOf(sandboxUrl: string, number: string): Phone {
  const url = `${sandboxUrl}/sandbox/phones/${encodeURIComponent(number)}/messages`
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
    messages: async () => (await (await fetch(url)).json()) as PhoneMessage[],
    received: (count) =>
      until(async () => {
        const received = (await phone.messages()).filter(({ direction }) => direction === 'received')
        return received.length >= count && received
      }),
  }
  return phone
}
