import { setTimeout as wait } from 'node:timers/promises'
import { openHttpConnection } from '../ingest/client/http-connection.ts'
import { signatureOf, webhooks } from '../ingest/client/requests.ts'
import type { TwilioEndpoint } from '../harness/twilio-endpoint.ts'
import type { TenantName, World } from '../web/world.ts'

/** A chat of a tenant with one phone, on a line of its own. */
export type Texting = AsyncDisposable & {
  /** Sends a text. Returns how long it took from the call to Twilio, in ms. */
  readonly send: () => Promise<number>
  /** A text from the phone, once its webhook is answered. */
  readonly receive: () => Promise<void>
}

/** From Twilio’s acceptance of a text to the report that the phone got it. */
const DELIVERY_MS = 50

/** Like Twilio a moment after it accepted a text. */
export async function reportDelivered(
  { sandbox }: World,
  { sid, statusCallback }: { sid: string; statusCallback: string },
): Promise<void> {
  const { accountSid, authToken } = sandbox.world.twilio
  const report = { AccountSid: accountSid, MessageSid: sid, MessageStatus: 'delivered', SmsStatus: 'delivered' }
  await wait(DELIVERY_MS)
  const { ok } = await fetch(statusCallback, {
    method: 'POST',
    headers: { 'x-twilio-signature': signatureOf(authToken, statusCallback, report) },
    body: new URLSearchParams(report),
  })
  if (!ok) throw new Error('A report was refused.')
}

/** The first texts of all runs would differ in length. */
const FIRST = 1_000

export async function openTexting(world: World, twilio: TwilioEndpoint, tenant: TenantName): Promise<Texting> {
  const client = world.clients[tenant]
  const { accountSid, authToken, numbers } = world.sandbox.world.twilio
  const line = numbers[tenant === 'large' ? 0 : 1]?.phoneNumber
  const { twilioNumbers } = await client.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const numberId = twilioNumbers.find(({ number }) => number === line)?.id
  if (!line || !numberId) throw new Error('The sandbox has too few numbers.')
  await client.get('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: true } })
  const phone = '+12025571234'
  const [contact] = await client.get('numbers.addMobile', { body: { name: 'One who texts', number: phone } })
  const me = await client.get('users.me')
  const memberIds = [me.id, contact?.id]
  const { id: chatId } = await client.get('chats.create', { body: { numberId, name: 'Texts', memberIds } })
  const connection = await openHttpConnection(Number(new URL(world.url).port))
  const next = webhooks({ kind: 'webhook', url: world.url, accountSid, authToken, to: line, phones: [phone] })
  let sent = FIRST
  return {
    async send() {
      sent += 1
      const text = `Text ${sent} of the ${tenant} tenant`
      const arrival = twilio.arrival(text)
      const form = new FormData()
      form.set('Message', text)
      const before = performance.now()
      await client.get('messages.send', { params: { chatId }, form })
      return (await arrival) - before
    },
    async receive() {
      const { status, body } = await connection.exchange(next())
      if (status !== 200) throw new Error(`A webhook was answered with ${status}: ${body}`)
    },
    async [Symbol.asyncDispose]() {
      connection.close()
    },
  }
}

/** Resolves once a number has not changed for a while. */
export async function untilStill(read: () => number | Promise<number>, ms = 500): Promise<void> {
  for (let [before, now] = [Number.NaN, await read()]; before !== now; [before, now] = [now, await read()])
    await wait(ms)
}
