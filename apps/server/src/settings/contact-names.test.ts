import type { Chat } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { listen } from '../../tests/hub.ts'
import { phoneOf } from '../../tests/phone.ts'
import { until } from '../../tests/until.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

const getChat = ({ id: chatId }: Pick<Chat, 'id'>) => clinic.dana.get('chats.get', { params: { chatId } })

/** The chat opened by a text from an unknown phone. */
async function callFrom(number: string) {
  await phoneOf(harness.sandbox, number).send(clinic.numbers[0].number, 'Hello?')
  const item = await until(async () => (await clinic.dana.get('chats.search', { body: { term: number.slice(-7) } }))[0])
  const chat = await getChat(item)
  const caller = chat.members.find((member) => member.number === number)
  return { chat, params: { numberId: caller?.id ?? '' } }
}

test('a User names an unknown caller, which renames the chat named after the number for everyone', async () => {
  const { chat, params } = await callFrom('+12025589001')
  expect(chat.name).toBe('(202) 558-9001')
  const mei = await listen(harness.url, clinic.mei)
  const renamed = await clinic.omar.get('numbers.renameMobile', { params, body: { name: ' Tom Miller ' } })
  expect(renamed).toMatchObject({ id: params.numberId, name: 'Tom Miller', number: '+12025589001', disabled: false })

  const after = await getChat(chat)
  expect([after.name, after.members.map(({ name }) => name)]).toEqual(['Tom Miller', ['Tom Miller']])
  const changes = await clinic.dana.get('chats.changes', { params: { chatId: chat.id } })
  const change = { kind: 'renamed', from: '(202) 558-9001', to: 'Tom Miller', by: clinic.omar.id }
  expect(changes.at(-1)).toMatchObject(change)
  const event = await until(async () => mei.events().find(({ kind }) => kind === 'ChatUpdated'))
  expect(event).toMatchObject({
    chatId: chat.id,
    version: after.version,
    data: { patch: { name: 'Tom Miller', members: [{ name: 'Tom Miller' }] }, changes: [change] },
  })
  await mei.connection.stop()
  const [entry] = await clinic.dana.get('settings.audit', { query: { kind: 'contactChanged' } })
  expect(entry).toMatchObject({
    by: { id: clinic.omar.id },
    subject: '(202) 558-9001',
    changes: [{ field: 'name', from: '(202) 558-9001', to: 'Tom Miller' }],
  })
})

test('an Admin who names a caller in the administration renames the chat too', async () => {
  const { chat, params } = await callFrom('+12025589002')
  await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Ann' } })
  expect((await getChat(chat)).name).toBe('Ann')
})

test('a corrected name renames the chat named after the contact', async () => {
  const { chat, params } = await callFrom('+12025589003')
  await clinic.omar.get('numbers.renameMobile', { params, body: { name: 'Jon' } })
  await clinic.omar.get('numbers.renameMobile', { params, body: { name: 'John' } })
  expect((await getChat(chat)).name).toBe('John')
})

test('a chat with a custom name and an archived chat are not renamed', async () => {
  const { memberId, id: numberId } = await clinic.contact('(202) 558-9004', '+12025589004')
  const closed = await clinic.chat('(202) 558-9004', [clinic.dana.id, memberId])
  await clinic.dana.get('chats.delete', { params: { chatId: closed.id } })
  const own = await clinic.chat('Front desk', [clinic.dana.id, memberId])
  await clinic.omar.get('numbers.renameMobile', { params: { numberId }, body: { name: 'Kim' } })
  expect([(await getChat(own)).name, (await getChat(closed)).name]).toEqual(['Front desk', '(202) 558-9004'])
})

test('renaming a disabled contact does not enable it', async () => {
  const { id: numberId, number } = await clinic.contact('Pat', '+12025589005')
  const params = { numberId }
  await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Pat', disabled: true } })
  const renamed = await clinic.omar.get('numbers.renameMobile', { params, body: { name: 'Pat Lee' } })
  expect(renamed).toEqual({ id: numberId, number, name: 'Pat Lee', type: 'Mobile', disabled: true })
})

test('a name is required, and a contact of another organization or a deleted one is not found', async () => {
  const { id: numberId } = await clinic.contact('Ruth', '+12025589006')
  const params = { numberId }
  const blank = await clinic.omar.call('numbers.renameMobile', { params, body: { name: ' ' } })
  expect([blank.status, blank.error?.errors]).toEqual([400, { name: ['Name should be defined.'] }])
  const body = { name: 'Mallory' }
  expect((await clinic.stranger.call('numbers.renameMobile', { params, body })).status).toBe(404)
  expect((await clinic.dana.get('numbers.mobile')).find(({ id }) => id === numberId)?.name).toBe('Ruth')
  await clinic.dana.get('settings.deleteMobileNumber', { params })
  expect((await clinic.omar.call('numbers.renameMobile', { params, body })).status).toBe(404)
})
