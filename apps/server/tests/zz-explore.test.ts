import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { countRoundTrips } from './round-trips.ts'
import type { RoundTrips } from './round-trips.ts'
import { endSharedApp } from './shared-harness.ts'
import { createTexting, formOf } from './texting.ts'
import type { Texting } from './texting.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'

let counted: RoundTrips
let harness: Harness
let clinic: Clinic
let texting: Texting
let direct: string
beforeAll(async () => {
  counted = await countRoundTrips()
  await endSharedApp()
  harness = await startHarness({ throughProxy: (url) => { direct = url!; return counted.through(url) }, sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(async () => {
  await harness.close()
  await counted.close()
})
async function quiet() {
  for (let before = -1; before !== counted.count() || counted.underWay() > 0; await wait(50)) before = counted.count()
}
const short = (s: string) => s.replace(/\s+/g, ' ').slice(0, 230)
const show = (title: string, list: string[]) => {
  const m = new Map<string, number>()
  for (const s of list) m.set(short(s), (m.get(short(s)) ?? 0) + 1)
  process.stderr.write(`\n#### ${title}: ${list.length}\n` + [...m].map(([s, n]) => `  ${n}x ${s}`).join('\n') + '\n')
}
test('idle', async () => {
  await wait(3000)
  for (let i = 0; i < 2; i += 1) {
    counted.take()
    await wait(6000)
    show('idle 6 s', counted.take())
  }
})
test('at once', async () => {
  const { chat, phones } = await texting.newChat(['Ann'])
  await texting.settled(chat, await texting.send(chat, 'First'))
  await wait(1500)
  counted.take()
  await texting.send(chat, 'Second')
  show('call answered', counted.take())
  await phones[0]?.received(2)
  show('received', counted.take())
  await wait(1000)
  show('after', counted.take())
})
test('held', async () => {
  const { chat, phones } = await texting.newChat(['Abe'])
  await texting.settled(chat, await texting.send(chat, 'First'))
  await wait(1500)
  counted.take()
  await clinic.dana.get('messages.send', { params: { chatId: chat.id }, form: formOf('Second', { HoldSeconds: '5' }) })
  show('call answered', counted.take())
  await wait(4500)
  show('held 4.5s', counted.take())
  await phones[0]?.received(2)
  show('received', counted.take())
  await wait(1000)
  show('after', counted.take())
})
test('32', async () => {
  const chats = await Promise.all(Array.from({ length: 32 }, async (_, index) => texting.newChat([`Many ${index}`])))
  await Promise.all(chats.map(async ({ chat }) => texting.settled(chat, await texting.send(chat, 'First'))))
  await wait(1500)
  counted.take()
  await Promise.all(chats.map(({ chat }) => texting.send(chat, 'Second')))
  show('32 answered', counted.take())
  await Promise.all(chats.map(async ({ phones }) => phones[0]?.received(2)))
  show('32 received', counted.take())
  await wait(1000)
  show('32 after', counted.take())
  await wait(1500)
  counted.take()
  await Promise.all(
      chats.map(({ chat: { id: chatId } }) =>
        clinic.dana.get('messages.send', { params: { chatId }, form: formOf('Second', { HoldSeconds: '5' }) }),
      ),
    )
  show('32 held answered', counted.take())
  await wait(4000)
  show('32 held', counted.take())
  await Promise.all(chats.map(async ({ phones }) => phones[0]?.received(3)))
  show('32 held received', counted.take())
  await wait(1000)
  show('32 held after', counted.take())
})
test('rest', async () => {
  const { chat, phones } = await texting.newChat(['Bea'])
  const webhook = createTwilioWebhooks(harness)
  const receive = (Body: string) => webhook.message({ From: phones[0]?.number ?? '', To: texting.frontDesk, Body })
  await receive('First')
  await wait(1500)
  counted.take()
  await receive('Second')
  show('inbound', counted.take())
  await wait(500)
  show('inbound after', counted.take())
  const view = () => clinic.dana.get('chats.viewChat', { params: { chatId: chat.id } })
  await view()
  await wait(1500)
  counted.take()
  await view()
  show('view', counted.take())
  await wait(1500)
  show('after', counted.take())
  await clinic.dana.get('chats.assign', { params: { chatId: chat.id }, body: { userId: clinic.omar.id } })
  show('assign', counted.take())
  await wait(1500)
  show('after', counted.take())
  await clinic.dana.get('chats.setState', { params: { chatId: chat.id }, body: { state: 'done' } })
  show('done', counted.take())
  await wait(500)
  show('after', counted.take())
})
