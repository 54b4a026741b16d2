// Every id of this tenant exists in another one too: each statement has to name the tenant.
import type { CallName } from '@partyline/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { createTexting, formOf } from './texting.ts'
import { addTwin, TWIN_WORD } from './twin-tenant.ts'
import type { Twin } from './twin-tenant.ts'
import { until } from './until.ts'

let harness: Harness
let twin: Twin
let before: Record<string, string>
let after: Record<string, string>
/** What the calls answered while there was a twin. */
const answers: { name: CallName; status: number; text: string }[] = []

beforeAll(async () => {
  harness = await startHarness({ sandbox: { pace: { queued: 5, sending: 5, sent: 5 } } })
  const clinic = await openClinic(harness)
  await useEverything(clinic)
  await harness.restart(async () => {
    twin = await addTwin(harness)
    before = await twin.rows()
  })
  // She was disabled meanwhile, which ended her session.
  const mei = { ...clinic.mei, ...(await harness.signIn('mei@lakeside.example')) }
  await useEverything(recorded({ ...clinic, mei }))
  await harness.restart(async () => (after = await twin.rows()))
})
afterAll(() => harness.close())

function recorded(clinic: Clinic): Clinic {
  const record = <Someone extends Clinic['stranger']>(client: Someone): Someone => ({
    ...client,
    async get(name, input) {
      const { status, data, error } = await client.call(name, input)
      answers.push({ name, status, text: JSON.stringify(data ?? error) })
      return data
    },
  })
  return { ...clinic, dana: record(clinic.dana), omar: record(clinic.omar), mei: record(clinic.mei) }
}

let phones = 0

/** Each kind of thing that people and phones do, and everything that is shown of it. */
async function useEverything(clinic: Clinic): Promise<void> {
  const { dana, omar, mei, numbers } = clinic
  const texting = createTexting(harness, clinic)
  const [front, second] = numbers
  const contact = async (name: string) => {
    const number = `+1202554${String((phones += 1)).padStart(4, '0')}`
    const [added] = await dana.get('numbers.addMobile', { body: { name, number } })
    return added?.id ?? ''
  }
  const { chat, phones: handsets } = await texting.newChat(['Ann', 'Bob'])
  const [ann, bob] = handsets
  const params = { chatId: chat.id }
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const send = (text: string, more: Record<string, string | Blob> = {}) =>
    dana.get('messages.send', { params, form: formOf(text, more), headers: { 'idempotency-key': crypto.randomUUID() } })

  const first = await send('First')
  await texting.settled(chat, first)
  await ann?.send(front.number, 'From Ann', [{ contentType: 'image/png', base64: picture.toString('base64') }])
  await bob?.received(2)
  const withPicture = { Media: new Blob([picture], { type: 'image/png' }), ReplyToMessageId: first.id }
  await texting.settled(chat, await send('Second', withPicture))
  harness.sandbox.faults.set({ phone: bob?.number ?? '', faults: { carrierError: { times: 1, code: 30_003 } } })
  const failed = await send('Third')
  await texting.settled(chat, failed)
  await dana.get('messages.sendFailedAgain', { params: { ...params, messageId: failed.id } })
  await texting.settled(chat, failed)
  for (const place of ['before', 'after', 'around']) {
    await dana.get('messages.list', { params, query: { limit: 3, [place]: first.id } })
  }
  await bob?.send(front.number, 'STOP')
  await bob?.send(front.number, 'START')
  await until(async () => (await texting.messagesOf(chat)).length >= 6)

  await omar.get('messages.unread')
  await omar.get('chats.unreadTotal')
  await omar.get('chats.viewMessages', { params, body: { messageIds: [first.id], asRead: true } })
  await omar.get('chats.viewMessages', { params, body: { messageIds: [first.id], asRead: false } })
  await omar.get('chats.viewChat', { params })
  await mei.get('chats.join', { params })
  await mei.get('chats.leave', { params })
  const memberIds = [dana.id, omar.id, ...chat.members.filter(({ number }) => number).map(({ id }) => id)]
  await dana.get('chats.update', { params, body: { numberId: second.id, name: 'Moved', memberIds, relay: true } })
  await dana.get('chats.removeMember', { params: { ...params, memberId: omar.id } })
  for (const name of ['chats.get', 'chats.changes'] as const) await dana.get(name, { params })

  const carla = { params: { numberId: await contact('Carl') } }
  await omar.get('numbers.renameMobile', { ...carla, body: { name: 'Carla' } })
  await dana.get('settings.updateMobileNumber', { ...carla, body: { name: 'Carla', disabled: true } })
  await dana.get('settings.listMobileOptOuts', carla)
  await dana.get('settings.deleteMobileNumber', carla)
  const contacts = [{ number: ann?.number ?? '', name: 'Anna' }]
  await dana.get('settings.checkMobileImport', { body: { contacts } })
  await dana.get('settings.importMobileNumbers', { body: { contacts } })
  await dana.get('settings.assignUsers', { params: { numberId: second.id }, body: { ids: [mei.id] } })
  await dana.get('settings.updateTwilioNumber', { params: { numberId: second.id }, body: { useNumber: true } })
  await dana.get('settings.updateUser', {
    params: { userId: mei.id },
    body: { name: 'Mei', role: 'User', disabled: true },
  })
  await dana.get('settings.updateUser', {
    params: { userId: mei.id },
    body: { name: 'Mei', role: 'User', disabled: false },
  })
  await dana.get('settings.updateTenant', { body: { name: 'Lakeside' } })
  await dana.get('users.get', { params: { userId: mei.id } })
  for (const body of [{}, { mode: 'my' }, { term: 'Moved' }, { term: 'Third' }, { enabled: false }]) {
    await dana.get('chats.search', { body })
  }
  for (const body of [{}, { term: 'Third' }, { memberId: omar.id }]) await dana.get('messages.search', { body })
  for (const body of [{ type: 'Mobile' }, { type: 'Twilio' }, { term: 'Ann' }])
    await dana.get('numbers.search', { body })
  await dana.get('users.lookup', { body: { searchTerm: 'Mei' } })
  for (const name of LISTS) await dana.get(name)
  await dana.get('chats.delete', { params })
  // Signs Omar in once more, and out there.
  const elsewhere = await harness.signIn('omar@lakeside.example')
  const sessions = await elsewhere.get('sessions.list')
  const sessionId = sessions.find(({ current }) => current)?.id ?? ''
  await omar.get('sessions.end', { params: { sessionId } })
  await omar.get('users.me')
}

const LISTS: readonly CallName[] = [
  'doctor.run',
  'numbers.mobile',
  'numbers.twilio',
  'sessions.list',
  'settings.audit',
  'settings.exportMobileNumbers',
  'settings.rejectedMessages',
  'settings.state',
  'settings.tenant',
  'settings.twilioAccount',
  'users.list',
]

test('every call does what it does without the twin', () => {
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  expect(answers.length).toBeGreaterThan(60)
})

test('no answer shows anything of the twin', () => {
  expect(answers.filter(({ text }) => text?.includes(TWIN_WORD))).toEqual([])
})

test('nothing of the twin changes', () => {
  expect(after).toEqual(before)
  expect(Object.values(before).filter((rows) => rows !== '').length).toBeGreaterThan(15)
})
