import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatListItem } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { openClinic } from '../../../tests/clinic.ts'
import type { Clinic } from '../../../tests/clinic.ts'
import type { Harness } from '../../../tests/harness.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  await fill()
})
afterAll(() => harness.close())

async function say(client: Client, chatId: string, text: string) {
  const form = new FormData()
  form.set('Message', text)
  return client.get('messages.send', { params: { chatId }, form })
}
const search = (client: Client, body: object = {}) => client.get('chats.search', { body })
const namesOf = (chats: readonly ChatListItem[]) => chats.map(({ name }) => name)

/** Chats of every rank: unread for Omar, not seen by Mei, seen by all, without Omar, and without messages. */
async function fill() {
  const { dana, omar, mei, contact, chat, numbers } = clinic
  const ann = await contact('Ann Lee', '+12025550111')
  for (let round = 1; round <= 3; round++) {
    const unread = await chat(`Unread by Omar ${round}`, [dana.id, omar.id])
    await say(dana, unread.id, `Can you call room ${round}0?`)
    const unseen = await chat(`Not seen by Mei ${round}`, [dana.id, omar.id, mei.id])
    await say(dana, unseen.id, `The 100% sure thing ${round}`)
    await omar.get('chats.viewChat', { params: { chatId: unseen.id } })
    const seen = await chat(`Seen by all ${round}`, [dana.id, omar.id])
    await say(omar, seen.id, 'Lunch?')
    await dana.get('chats.viewChat', { params: { chatId: seen.id } })
    const others = await chat(`Without Omar ${round}`, [dana.id, mei.id])
    await say(dana, others.id, 'Between Dana and Mei')
    await chat(`Empty ${round}`, [omar.id])
  }
  await chat('Ann’s visit', [dana.id, ann.memberId], { numberId: numbers[1].id })
}

/** The order of docs/product.md#the-list, written independently of the code. */
function inOrder(chats: readonly ChatListItem[]): ChatListItem[] {
  const rank = ({ unreadCount, hasUnread }: ChatListItem) => (unreadCount > 0 ? 2 : hasUnread ? 1 : 0)
  const time = ({ lastMessage, members }: ChatListItem) => lastMessage?.sentOn ?? members[0]?.addedOn ?? ''
  return chats.toSorted((a, b) => rank(b) - rank(a) || (time(a) < time(b) ? 1 : -1))
}

describe('the order', () => {
  test.for(['my', 'all'])('of %s is unread, then not seen by all, then the rest, each newest first', async (mode) => {
    const chats = await search(clinic.omar, { mode })
    expect(namesOf(chats)).toEqual(namesOf(inOrder(chats)))
    expect(chats).toHaveLength(mode === 'my' ? 12 : 16)
    expect(namesOf(chats).slice(0, 6)).toEqual(
      mode === 'my'
        ? [
            'Unread by Omar 3',
            'Unread by Omar 2',
            'Unread by Omar 1',
            'Not seen by Mei 3',
            'Not seen by Mei 2',
            'Not seen by Mei 1',
          ]
        : [
            'Unread by Omar 3',
            'Unread by Omar 2',
            'Unread by Omar 1',
            'Without Omar 3',
            'Not seen by Mei 3',
            'Without Omar 2',
          ],
    )
  })

  test.for(['my', 'all'])('continues from page to page of %s without gaps or duplicates', async (mode) => {
    const whole = await search(clinic.omar, { mode })
    const paged: ChatListItem[] = []
    let cursor: string | null = null
    do {
      const body: object = { mode, limit: 2, ...(cursor && { cursor }) }
      const { data, headers } = await clinic.omar.call('chats.search', { body })
      paged.push(...data)
      cursor = headers.get('x-next-cursor')
    } while (cursor)
    expect(paged).toEqual(whole)
  })

  test('is specific to the user', async () => {
    const mine = await search(clinic.mei, { mode: 'my' })
    expect(namesOf(mine).slice(0, 3)).toEqual(['Without Omar 3', 'Not seen by Mei 3', 'Without Omar 2'])
    expect(mine.every(({ unreadCount }) => unreadCount === 1)).toBe(true)
  })
})

test('an item has everything that the list shows', async () => {
  const [item] = await search(clinic.omar, { term: 'Unread by Omar 2' })
  expect(item).toMatchObject({
    name: 'Unread by Omar 2',
    numberId: clinic.numbers[0].id,
    messageCount: 1,
    hasUnread: true,
    unreadCount: 1,
    lastMessage: {
      text: 'Can you call room 20?',
      sentBy: clinic.dana.id,
      delivery: [{ memberId: clinic.dana.id, status: 'read' }],
    },
  })
  expect(item?.members.map(({ name }) => name).toSorted()).toEqual(['Dana Cole', 'Omar Haddad'])
})

describe('the search', () => {
  test.for([
    ['a chat’s name', 'seen by ALL 2', ['Seen by all 2']],
    ['a member’s name', 'ann lee', ['Ann’s visit']],
    ['a message’s text', 'call room 3', ['Unread by Omar 3']],
    ['a number in E.164', '+12025550111', ['Ann’s visit']],
    ['a number in national spelling', '(202) 555-0111', ['Ann’s visit']],
    ['a number with the international prefix', '00 1 202 555 0111', ['Ann’s visit']],
    ['part of a number', '555 01 11', ['Ann’s visit']],
    ['nothing', 'no such thing', []],
    ['a percent sign as itself', '100%', ['Not seen by Mei 3', 'Not seen by Mei 2', 'Not seen by Mei 1']],
    ['an underscore as itself', '_', []],
    ['a backslash as itself', '\\', []],
  ] as const)('finds %s', async ([, term, names]) => {
    expect(namesOf(await search(clinic.omar, { term }))).toEqual(names)
    expect(await search(clinic.stranger, { term })).toEqual([])
  })

  test('finds everything for a blank term', async () => {
    expect(await search(clinic.omar, { term: '  ' })).toHaveLength(16)
  })

  test('filters by line and by enabled member', async () => {
    const [first, second] = clinic.numbers
    expect(namesOf(await search(clinic.omar, { numberId: second.id }))).toEqual(['Ann’s visit'])
    expect(await search(clinic.omar, { numberId: first.id })).toHaveLength(15)
    expect(await search(clinic.omar, { memberId: clinic.mei.id })).toHaveLength(6)
    expect(await search(clinic.dana, { memberId: clinic.mei.id, mode: 'my', term: 'Mei' })).toHaveLength(6)
  })

  test('filters by the time of the last message, with inclusive bounds', async () => {
    const all = await search(clinic.omar)
    const at = all[1]?.lastMessage?.sentOn ?? ''
    const until = await search(clinic.omar, { to: at })
    const since = await search(clinic.omar, { from: at })
    expect(until.length + since.length).toBe(all.length + 1)
    expect(namesOf(await search(clinic.omar, { from: at, to: at }))).toEqual([all[1]?.name])
  })

  test('accepts any year', async () => {
    const all = await search(clinic.omar)
    const body = { from: '0000-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999999999Z' }
    expect(await search(clinic.omar, body)).toEqual(all)
  })

  test.for([
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ cursor: Buffer.from('[9,"x","y"]').toString('base64url') }, 'cursor'],
    [{ mode: 'some' }, 'mode'],
    [{ from: 'yesterday' }, 'from'],
    [{ memberId: 'me' }, 'memberId'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ term: 'x'.repeat(201) }, 'term'],
    [{ sort: 'name' }, 'sort'],
  ] as const)('refuses %o', async ([body, field]) => {
    const { status, error } = await clinic.omar.call('chats.search', { body })
    expect([status, Object.keys(error?.errors ?? {})]).toEqual([400, [field]])
  })
})
