import { OPT_OUT_TEXTS } from '@partyline/contract'
import type { Chat } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { listen } from '../../tests/hub.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
let texting: Texting
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  texting = createTexting(harness, clinic)
})
afterAll(() => harness.close())

const phoneIn = ({ members }: Chat) => members.find(({ role }) => role === 'ExternalMobile')!
const stateOf = async ({ id: chatId }: Chat) => {
  const { optedOut, optedOutBy } = phoneIn(await clinic.dana.get('chats.get', { params: { chatId } }))
  return [optedOut, optedOutBy]
}
const by = (client: Clinic['omar'] | Clinic['stranger'], call: 'optOuts.add' | 'optOuts.undo', chat: Chat) =>
  client.call(call, { params: { chatId: chat.id, memberId: phoneIn(chat).id } })
const changesOf = async ({ id: chatId }: Chat) => {
  const changes = await clinic.dana.get('chats.changes', { params: { chatId }, query: {} })
  return changes.filter(({ kind }) => kind.startsWith('opted')).map((change) => [change.kind, change.by])
}

test('a member opts a phone out by hand and takes that back, each recorded once with the person', async () => {
  const { chat } = await texting.newChat(['Ann'])
  for (let time = 0; time < 2; time += 1) expect((await by(clinic.omar, 'optOuts.add', chat)).status).toBe(204)
  expect(await stateOf(chat)).toEqual([true, clinic.omar.id])
  const message = await texting.send(chat, 'Are you there?')
  expect(message.delivery.find(({ status }) => status === 'skipped')?.errorText).toContain('Opted out')
  expect(texting.postsTo(phoneIn(chat).number ?? '')).toBe(0)
  for (let time = 0; time < 2; time += 1) expect((await by(clinic.omar, 'optOuts.undo', chat)).status).toBe(204)
  expect(await stateOf(chat)).toEqual([false, undefined])
  expect(await changesOf(chat)).toEqual([
    ['optedOut', clinic.omar.id],
    ['optedIn', clinic.omar.id],
  ])
  const entries = await clinic.dana.get('settings.audit', { query: {} })
  const audited = entries.filter(({ subject }) => subject === phoneIn(chat).number)
  expect(audited.map(({ kind, by: person }) => [kind, person?.id])).toEqual(
    expect.arrayContaining([
      ['optedOut', clinic.omar.id],
      ['optedIn', clinic.omar.id],
    ]),
  )
})

test('a STOP is never taken back by hand, and YES takes back no opt-out by hand, but START does', async () => {
  const { chat, phones } = await texting.newChat(['Bea'])
  const say = (text: string) => phones[0]!.send(texting.frontDesk, text)
  await say('Stop!')
  await until(async () => (await stateOf(chat))[0])
  const refused = await by(clinic.omar, 'optOuts.undo', chat)
  expect([refused.status, refused.error?.message]).toEqual([409, OPT_OUT_TEXTS.stopped])
  expect((await by(clinic.omar, 'optOuts.add', chat)).status).toBe(204)
  await say('YES')
  await texting.messages(chat, 2)
  expect(await stateOf(chat)).toEqual([true, undefined])
  await say('START')
  await until(async () => !(await stateOf(chat))[0])
  await by(clinic.omar, 'optOuts.add', chat)
  await say('Yes')
  await texting.messages(chat, 4)
  expect(await stateOf(chat)).toEqual([true, clinic.omar.id])
  await say('stop')
  await until(async () => (await stateOf(chat))[1] === undefined)
  expect((await by(clinic.omar, 'optOuts.undo', chat)).status).toBe(409)
  expect((await stateOf(chat))[0]).toBe(true)
})

test('only members, Admins, and people of the tenant opt phones out', async () => {
  const { chat } = await texting.newChat(['Cleo'])
  expect((await by(clinic.mei, 'optOuts.add', chat)).status).toBe(403)
  expect((await by(clinic.stranger, 'optOuts.add', chat)).status).toBe(404)
  expect((await by(clinic.stranger, 'optOuts.undo', chat)).status).toBe(404)
  const user = { chatId: chat.id, memberId: clinic.omar.id }
  expect((await clinic.dana.call('optOuts.add', { params: user })).status).toBe(404)
  const gone = await texting.newChat(['Cora', 'Cyd'])
  const params = { chatId: gone.chat.id, memberId: phoneIn(gone.chat).id }
  await clinic.dana.get('chats.removeMember', { params })
  expect((await clinic.dana.call('optOuts.add', { params })).status).toBe(404)
  expect(await stateOf(chat)).toEqual([false, undefined])
})

test('colleagues see at once that a phone was opted out by hand', async () => {
  const { chat } = await texting.newChat(['Dot'])
  const listener = await listen(harness.url, clinic.omar)
  await by(clinic.dana, 'optOuts.add', chat)
  const event = await until(async () => listener.events().find(({ chatId }) => chatId === chat.id))
  expect(event?.data).toMatchObject({ changes: [{ kind: 'optedOut', by: clinic.dana.id }] })
  await listener.connection.stop()
})
