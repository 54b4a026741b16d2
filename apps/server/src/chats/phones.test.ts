import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chat, MemberId, NumberId } from '@partyline/contract'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
let first: NumberId
let second: NumberId
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  first = clinic.numbers[0].id
  second = clinic.numbers[1].id
})
afterAll(() => harness.close())

let nextNumber = 100
const newPhone = async (name: string) => (await clinic.contact(name, `+12025560${nextNumber++}`)).memberId
const create = (name: string, memberIds: MemberId[], more: object = {}) =>
  clinic.dana.call('chats.create', { body: { numberId: first, name, memberIds, ...more } })
const update = (chat: Chat, change: object) => {
  const memberIds = chat.members.filter(({ disabled }) => !disabled).map(({ id }) => id)
  return clinic.dana.call('chats.update', {
    params: { chatId: chat.id },
    body: { name: chat.name, numberId: chat.numberId, memberIds, ...change },
  })
}
const membersNow = async ({ id }: Chat) =>
  (await clinic.dana.get('chats.get', { params: { chatId: id } })).members
    .filter(({ disabled }) => !disabled)
    .map(({ name }) => name)
const openChats = async (term: string) =>
  (await clinic.dana.get('chats.search', { body: { term } })).map(({ name }) => name)

test('a phone can be in one open chat per line, and the refusal names that chat and the free lines', async () => {
  const ann = await newPhone('Ann')
  await clinic.chat('Ann’s visit', [clinic.dana.id, ann])
  const { status, error } = await create('Second chat', [ann])
  expect({ status, ...error }).toMatchObject({
    status: 409,
    error: 'number-busy',
    message: 'Ann is already in the chat “Ann’s visit” on this number.',
  })
  const { name, number } = clinic.numbers[1]
  expect(error?.details).toBe(`Free on: ${name} (${number}). You can also move the phone here.`)

  const onSecond = await create('On the other number', [ann], { numberId: second })
  expect(onSecond.status).toBe(200)
  expect((await create('Third', [ann])).error?.details).toBe('No other number is free. You can move the phone here.')
})

test('a phone cannot be added to a second chat, nor moved to a line where it is busy', async () => {
  const bob = await newPhone('Bob')
  await clinic.chat('Bob on one', [bob])
  const other = await clinic.chat('Team only', [clinic.dana.id])
  expect((await update(other, { memberIds: [clinic.dana.id, bob] })).error?.error).toBe('number-busy')
  const onSecond = await clinic.chat('Bob on two', [bob], { numberId: second })
  expect((await update(onSecond, { numberId: first })).error?.error).toBe('number-busy')
  expect((await update(onSecond, { name: 'Still on two' })).status).toBe(200)
})

test('a phone is free again after it was removed or its chat was deleted', async () => {
  const cleo = await newPhone('Cleo')
  const one = await clinic.chat('Cleo one', [clinic.dana.id, cleo])
  await clinic.dana.get('chats.removeMember', { params: { chatId: one.id, memberId: cleo } })
  const two = await clinic.chat('Cleo two', [cleo])
  expect((await update(one, { memberIds: [clinic.dana.id, cleo] })).status).toBe(409)
  await clinic.dana.get('chats.delete', { params: { chatId: two.id } })
  expect((await update(one, { memberIds: [clinic.dana.id, cleo] })).status).toBe(200)
})

test('a phone moves with its chat to another line', async () => {
  const dee = await newPhone('Dee')
  const chat = await clinic.chat('Dee', [dee])
  expect((await update(chat, { numberId: second })).status).toBe(200)
  expect((await create('Dee again', [dee])).status).toBe(200)
  expect((await create('Dee thrice', [dee], { numberId: second })).status).toBe(409)
})

test('moveMembers removes the phone from a group and keeps the group', async () => {
  const [eve, fay] = [await newPhone('Eve'), await newPhone('Fay')]
  const group = await clinic.chat('Group', [clinic.dana.id, eve, fay])
  const moved = await create('Eve alone', [clinic.dana.id, eve], { moveMembers: true })
  expect(moved.status).toBe(200)
  expect(await membersNow(group)).toEqual(['Dana Cole', 'Fay'])
})

test('moveMembers archives a one-to-one chat that becomes empty', async () => {
  const gus = await newPhone('Gus')
  await clinic.chat('Gus before', [clinic.dana.id, gus])
  const target = await clinic.chat('Gus after', [clinic.dana.id])
  expect((await update(target, { memberIds: [gus], moveMembers: true })).status).toBe(200)
  expect(await openChats('Gus')).toEqual(['Gus after'])
})

test.each([
  ['a new chat', (memberIds: MemberId[]) => create('Taking chat', memberIds, { moveMembers: true })],
  [
    'an update',
    async (memberIds: MemberId[]) =>
      update(await clinic.chat('Taking chat', [clinic.dana.id]), { memberIds, moveMembers: true }),
  ],
])('a group that loses all of its phones to %s at once is archived', async (way, take) => {
  const [kim, lou, max] = [await newPhone(`Kim ${way}`), await newPhone(`Lou ${way}`), await newPhone(`Max ${way}`)]
  const group = await clinic.chat(`Left by both, ${way}`, [clinic.dana.id, kim, lou])
  const other = await clinic.chat(`Left by one, ${way}`, [clinic.dana.id, max, await newPhone(`Ned ${way}`)])
  expect((await take([clinic.dana.id, kim, lou, max])).status).toBe(200)
  expect(await openChats(group.name)).toEqual([])
  expect(await openChats(other.name)).toEqual([other.name])
  const changes = await clinic.dana.get('chats.changes', { params: { chatId: group.id } })
  expect(changes.map(({ kind }) => kind)).toContain('archived')
})

test('one of several concurrent chats with the same phone is created, and the others are refused with the reason', async () => {
  const hal = await newPhone('Hal')
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => create(`Hal ${index}`, [hal])))
  const refused = answers.filter(({ status }) => status === 409)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(refused).toHaveLength(7)
  for (const { error } of refused)
    expect(error?.message).toMatch(/^Hal is already in the chat “Hal \d” on this number\.$/)
})

test('two users who move phones between the same chats concurrently cause no deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const [ida, jon] = [await newPhone(`Ida ${round}`), await newPhone(`Jon ${round}`)]
    const one = await clinic.chat('Circle one', [clinic.dana.id, ida])
    const two = await clinic.chat('Circle two', [clinic.dana.id, jon])
    const both = { memberIds: [clinic.dana.id, ida, jon], moveMembers: true }
    const answers = await Promise.all([update(one, both), update(two, both)])
    // The second update finds its chat archived, because the first one took its only phone.
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404 || status === 409)).toHaveLength(1)
    for (const memberId of [ida, jon]) {
      expect(await clinic.dana.get('chats.search', { body: { memberId } })).toHaveLength(1)
    }
  }
})
