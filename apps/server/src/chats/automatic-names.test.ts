import type { Chat, MemberId } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

let nextNumber = 700
const newPhone = async (name: string) => (await clinic.contact(name, `+12025563${nextNumber++}`)).memberId
const create = (name: string, memberIds: MemberId[], more: object = { autoName: true }) =>
  clinic.dana.get('chats.create', { body: { numberId: clinic.numbers[0].id, name, memberIds, ...more } })
const update = ({ id, numberId }: Chat, name: string, memberIds: MemberId[], more: object = {}) =>
  clinic.dana.get('chats.update', { params: { chatId: id }, body: { name, numberId, memberIds, ...more } })
const nameOf = async ({ id }: Chat) => (await clinic.dana.get('chats.get', { params: { chatId: id } })).name
const changesOf = async ({ id }: Chat) =>
  (await clinic.dana.get('chats.changes', { params: { chatId: id } })).map(({ kind }) => kind)

test('an automatic name names all phones, and follows them without a line in the history', async () => {
  const [anna, bob, cy] = [await newPhone('Anna Bell'), await newPhone('Bob Bell'), await newPhone('Cy Bell')]
  const chat = await create('Anything', [clinic.dana.id, bob, anna])
  expect(chat.name).toBe('Anna Bell, Bob Bell')
  expect(await clinic.dana.get('chats.search', { body: { term: 'Anna Bell, Bob Bell' } })).toMatchObject([
    { id: chat.id },
  ])
  const grown = await update(chat, chat.name, [clinic.dana.id, anna, bob, cy])
  expect(grown.name).toBe('Anna Bell +2')
  await clinic.dana.get('chats.removeMember', { params: { chatId: chat.id, memberId: cy } })
  await clinic.dana.get('numbers.renameMobile', { params: { numberId: bob }, body: { name: 'Bobby' } })
  expect(await nameOf(chat)).toBe('Anna Bell, Bobby')
  expect(await changesOf(chat)).toEqual(['created', 'memberAdded', 'memberRemoved', 'renamed'])
})

test('it also follows a phone that moves to another chat', async () => {
  const [dee, eli] = [await newPhone('Dee'), await newPhone('Eli')]
  const chat = await create('Anything', [clinic.dana.id, dee, eli])
  await create('Eli’s own', [clinic.dana.id, eli], { moveMembers: true })
  expect(await nameOf(chat)).toBe('Dee')
})

test('a name by a person stays, and so does one that came by the API', async () => {
  const [flo, gus, hal] = [await newPhone('Flo'), await newPhone('Gus'), await newPhone('Hal')]
  const chat = await create('Anything', [clinic.dana.id, flo])
  await update(chat, 'The Flos', [clinic.dana.id, flo])
  expect((await update(chat, 'The Flos', [clinic.dana.id, flo, gus])).name).toBe('The Flos')
  const byApi = await create('Hal', [clinic.dana.id, hal], {})
  await clinic.dana.get('chats.removeMember', { params: { chatId: chat.id, memberId: gus } })
  expect((await update(byApi, 'Hal', [clinic.dana.id, hal, gus])).name).toBe('Hal')
})

test('a chat without phones has the given name until one joins', async () => {
  const ida = await newPhone('Ida')
  const chat = await create('Front desk', [clinic.dana.id])
  expect(chat.name).toBe('Front desk')
  expect((await update(chat, chat.name, [clinic.dana.id, ida])).name).toBe('Ida')
})
