import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MemberId } from '@partyline/contract'
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

const NOBODY = '00000000-0000-4000-8000-000000000000'
let nextNumber = 100
/** A contact with a phone number of their own. */
const newContact = (name: string) => clinic.contact(name, `+12025560${nextNumber++}`)
const idsOf = (members: readonly { id: MemberId; disabled: boolean }[]) =>
  members.filter(({ disabled }) => !disabled).map(({ id }) => id)

describe('creating a chat', () => {
  test('returns the chat, its members, and no messages', async () => {
    const ann = await newContact('Ann')
    const chat = await clinic.chat('Ann', [clinic.dana.id, ann.memberId])
    expect(chat).toMatchObject({
      name: 'Ann',
      numberId: clinic.numbers[0].id,
      relay: true,
      messageCount: 0,
      hasUnread: false,
      unreadCount: 0,
      version: 1,
      messages: [],
    })
    expect(chat.members).toMatchObject([
      { id: ann.memberId, name: 'Ann', role: 'ExternalMobile', number: ann.number, disabled: false, deletedOn: null },
      { id: clinic.dana.id, name: 'Dana Cole', role: 'TeamsUser', number: null, disabled: false, deletedOn: null },
    ])
    expect(await clinic.omar.get('chats.get', { params: { chatId: chat.id } })).toEqual(chat)
  })

  test('does not add its creator as a member, and merges duplicate members', async () => {
    const chat = await clinic.chat('Two', [clinic.omar.id, clinic.omar.id.toUpperCase() as MemberId])
    expect(idsOf(chat.members)).toEqual([clinic.omar.id])
  })

  test.for([
    [{ numberId: undefined }, { numberId: ['Twillio number should be defined.'] }],
    [{ numberId: NOBODY }, { numberId: ['Twillio number should be defined.'] }],
    [{ name: ' ' }, { name: ['Name should be defined.'] }],
    [{ memberIds: [] }, { memberIds: ['Chat should have at least one member.'] }],
    [{ memberIds: undefined }, { memberIds: ['Chat should have at least one member.'] }],
    [{ memberIds: [NOBODY] }, { memberIds: ['A chosen member does not exist.'] }],
    [{ colour: 'red' }, { colour: ["The field 'colour' is not known."] }],
  ] as const)('refuses %o', async ([wrong, errors]) => {
    const right = { numberId: clinic.numbers[0].id, name: 'Right', memberIds: [clinic.dana.id] }
    const { status, error } = await clinic.dana.call('chats.create', { body: { ...right, ...wrong } })
    expect({ status, errors: error?.errors, message: error?.message }).toEqual({ status: 400, errors, message: null })
  })

  test('refuses users of another tenant like users who do not exist', async () => {
    const them = (await clinic.stranger.get('users.me')).id
    const body = { numberId: clinic.numbers[0].id, name: 'Mixed', memberIds: [them] }
    const { error } = await clinic.dana.call('chats.create', { body })
    expect(error?.errors).toEqual({ memberIds: ['A chosen member does not exist.'] })
  })

  test('refuses a disabled contact by name', async () => {
    const dora = await newContact('Dora')
    const params = { numberId: dora.id }
    await clinic.dana.get('settings.updateMobileNumber', { params, body: { name: 'Dora', disabled: true } })
    const body = { numberId: clinic.numbers[0].id, name: 'Dora', memberIds: [dora.memberId] }
    const { error } = await clinic.dana.call('chats.create', { body })
    expect(error?.errors).toEqual({ memberIds: ['Dora is disabled and cannot be added.'] })
  })

  test('accepts a form too', async () => {
    const form = new FormData()
    form.set('NumberId', clinic.numbers[0].id)
    form.set('Name', 'By form')
    form.append('MemberIds', clinic.dana.id)
    form.append('MemberIds', clinic.omar.id)
    form.set('Relay', 'false')
    const chat = await clinic.dana.get('chats.create', { form })
    expect({ ...chat, members: idsOf(chat.members).toSorted() }).toMatchObject({
      name: 'By form',
      relay: false,
      members: [clinic.dana.id, clinic.omar.id].toSorted(),
    })
  })
})

describe('an Idempotency-Key', () => {
  const headers = (key: string) => ({ 'idempotency-key': key })

  test('returns the first chat for the same content, also to concurrent requests', async () => {
    const body = { numberId: clinic.numbers[0].id, name: 'Once', memberIds: [clinic.dana.id] }
    const calls = Array.from({ length: 5 }, () =>
      clinic.dana.get('chats.create', { body, headers: headers('once-only') }),
    )
    const ids = (await Promise.all(calls)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
    const list = await clinic.dana.get('chats.search', { body: { term: 'Once' } })
    expect(list).toHaveLength(1)
  })

  test('is refused for other content', async () => {
    const body = { numberId: clinic.numbers[0].id, name: 'First', memberIds: [clinic.dana.id] }
    await clinic.dana.get('chats.create', { body, headers: headers('reused') })
    const others = [
      { name: 'Second' },
      { numberId: clinic.numbers[1].id },
      { memberIds: [clinic.dana.id, clinic.omar.id] },
      { relay: false },
      { moveMembers: true },
      { message: 'Hello' },
      { media: [{ fileName: 'ann.vcf', contentType: 'text/vcard', base64: 'QkVHSU46VkNBUkQ=' }] },
    ]
    for (const other of others) {
      const changed = { body: { ...body, ...other }, headers: headers('reused') }
      const { status, error } = await clinic.dana.call('chats.create', changed)
      expect([other, status, error?.error]).toEqual([other, 409, 'idempotency-mismatch'])
    }
  })

  test('is scoped to one user, and does not store a refusal', async () => {
    const body = { numberId: clinic.numbers[0].id, name: 'Whose', memberIds: [clinic.dana.id] }
    const refused = await clinic.dana.call('chats.create', {
      body: { ...body, memberIds: [NOBODY] },
      headers: headers('whose'),
    })
    expect(refused.status).toBe(400)
    const danas = await clinic.dana.get('chats.create', { body, headers: headers('whose') })
    const omars = await clinic.omar.get('chats.create', { body, headers: headers('whose') })
    expect(omars.id).not.toBe(danas.id)
  })

  test('of a first message is that of the same message sent into its chat, too', async () => {
    const bea = await newContact('Bea Once')
    const memberIds = [clinic.dana.id, bea.memberId]
    const body = { numberId: clinic.numbers[0].id, name: 'Bea', memberIds, message: 'Tomorrow at 9', holdSeconds: 0 }
    const { id: chatId, messages } = await clinic.dana.get('chats.create', { body, headers: headers('reminder') })
    const send = (message: string, key: string) =>
      clinic.dana.call('messages.send', { params: { chatId }, body: { message }, headers: headers(key) })
    expect((await send('Tomorrow at 9', 'reminder')).data.id).toBe(messages[0]?.id)
    expect((await send('Tomorrow at 10', 'reminder')).error?.error).toBe('idempotency-mismatch')
    expect((await clinic.dana.get('messages.list', { params: { chatId } })).length).toBe(1)

    // Nor does it begin another chat.
    await send('See you then', 'later')
    await clinic.dana.get('chats.delete', { params: { chatId } })
    const again = await clinic.dana.call('chats.create', { body, headers: headers('later') })
    expect(again.error?.error).toBe('idempotency-mismatch')
  })

  test('is refused if it is too long', async () => {
    const body = { numberId: clinic.numbers[0].id, name: 'Long', memberIds: [clinic.dana.id] }
    const { status } = await clinic.dana.call('chats.create', { body, headers: headers('x'.repeat(201)) })
    expect(status).toBe(400)
  })
})

describe('updating a chat', () => {
  test('adds, removes, and renames in one call, and keeps removed members in the history', async () => {
    const bea = await newContact('Bea')
    const chat = await clinic.chat('Before', [clinic.dana.id, clinic.omar.id])
    const changed = await clinic.dana.get('chats.update', {
      params: { chatId: chat.id },
      body: { name: 'After', numberId: chat.numberId, memberIds: [clinic.dana.id, bea.memberId], relay: false },
    })
    expect(changed).toMatchObject({ name: 'After', relay: false })
    expect(idsOf(changed.members).toSorted()).toEqual([clinic.dana.id, bea.memberId].toSorted())
    const omar = changed.members.find(({ id }) => id === clinic.omar.id)
    expect(omar).toMatchObject({ name: 'Omar Haddad', disabled: true, deletedOn: expect.any(String) as string })

    const again = await clinic.dana.get('chats.update', {
      params: { chatId: chat.id },
      body: { name: 'After', numberId: chat.numberId, memberIds: [clinic.dana.id, clinic.omar.id] },
    })
    expect(again.members.filter(({ id }) => id === clinic.omar.id)).toMatchObject([
      { disabled: false, deletedOn: null },
    ])
  })

  test('keeps the version if nothing changes', async () => {
    const chat = await clinic.chat('Same', [clinic.dana.id])
    const body = { name: 'Same', numberId: chat.numberId, memberIds: [clinic.dana.id] }
    expect(await clinic.dana.get('chats.update', { params: { chatId: chat.id }, body })).toEqual(chat)
  })

  test('refuses a stale If-Match', async () => {
    const chat = await clinic.chat('Contested', [clinic.dana.id])
    const update = (name: string, version: string) =>
      clinic.dana.call('chats.update', {
        params: { chatId: chat.id },
        headers: { 'if-match': version },
        body: { name, numberId: chat.numberId, memberIds: [clinic.dana.id] },
      })
    expect((await update('One', `"${chat.version}"`)).status).toBe(200)
    const stale = await update('Two', `"${chat.version}"`)
    expect([stale.status, stale.error?.error]).toEqual([409, 'conflict'])
    expect((await update('Three', String(chat.version + 1))).status).toBe(200)
    expect((await update('Four', 'yesterday')).error?.errors).toHaveProperty('If-Match')
  })

  test.for([
    [{ numberId: undefined }, { numberId: ['Twilio number should be defined.'] }],
    [{ numberId: NOBODY }, { numberId: ['Twilio number should be defined.'] }],
    [{ name: '' }, { name: ['Name should be defined.'] }],
    [{ memberIds: [] }, { memberIds: ['Chat should have at least one member.'] }],
  ] as const)('refuses %o', async ([wrong, errors]) => {
    const chat = await clinic.chat('Right', [clinic.dana.id])
    const right = { numberId: chat.numberId, name: 'Right', memberIds: [clinic.dana.id] }
    const { status, error } = await clinic.dana.call('chats.update', {
      params: { chatId: chat.id },
      body: { ...right, ...wrong },
    })
    expect({ status, errors: error?.errors }).toEqual({ status: 400, errors })
  })

  test('is allowed for members and Admins only', async () => {
    const chat = await clinic.chat('Omar’s', [clinic.omar.id])
    const input = {
      params: { chatId: chat.id },
      body: { name: 'New', numberId: chat.numberId, memberIds: [clinic.omar.id] },
    }
    const byMei = await clinic.mei.call('chats.update', input)
    expect([byMei.status, byMei.error?.error]).toEqual([403, 'not-a-member'])
    const removal = { params: { chatId: chat.id, memberId: clinic.omar.id } }
    expect((await clinic.mei.call('chats.removeMember', removal)).status).toBe(403)
    expect((await clinic.mei.call('chats.delete', input)).status).toBe(403)
    expect((await clinic.omar.call('chats.update', input)).status).toBe(200)
    expect((await clinic.dana.call('chats.update', input)).status).toBe(200)
  })
})

describe('joining and leaving', () => {
  test('lets any user join once, and leave', async () => {
    const chat = await clinic.chat('Open door', [clinic.dana.id])
    const params = { chatId: chat.id }
    const joined = await clinic.mei.get('chats.join', { params })
    expect(idsOf(joined.members).toSorted()).toEqual([clinic.dana.id, clinic.mei.id].toSorted())
    expect(await clinic.mei.get('chats.join', { params })).toEqual(joined)
    expect(await clinic.mei.get('chats.leave', { params })).toEqual({ succeeded: true, details: null, link: null })
    expect(await clinic.mei.get('chats.leave', { params })).toMatchObject({
      succeeded: false,
      details: 'You are not a member of this chat.',
    })
  })

  test('lets the last user leave, and keeps the chat in the list of all', async () => {
    const cy = await newContact('Cy')
    const chat = await clinic.chat('Lonely', [clinic.omar.id, cy.memberId])
    await clinic.omar.get('chats.leave', { params: { chatId: chat.id } })
    const all = await clinic.omar.get('chats.search', { body: { term: 'Lonely' } })
    expect(all.map(({ id }) => id)).toEqual([chat.id])
    expect(await clinic.omar.get('chats.search', { body: { term: 'Lonely', mode: 'my' } })).toEqual([])
  })

  test('does not remove a user who is not a member', async () => {
    const chat = await clinic.chat('Few', [clinic.dana.id])
    const params = { chatId: chat.id, memberId: clinic.mei.id }
    expect((await clinic.dana.call('chats.removeMember', { params })).status).toBe(404)
  })
})

describe('a deleted chat', () => {
  test('is only in the list of deleted chats, and cannot be changed', async () => {
    const chat = await clinic.chat('Gone', [clinic.dana.id])
    const params = { chatId: chat.id }
    expect(await clinic.dana.get('chats.delete', { params })).toEqual({ succeeded: true, details: null, link: null })
    for (const mode of ['my', 'all']) {
      expect(await clinic.dana.get('chats.search', { body: { mode, term: 'Gone' } })).toEqual([])
      const deleted = await clinic.dana.get('chats.search', { body: { mode, term: 'Gone', enabled: false } })
      expect(deleted).toMatchObject([{ id: chat.id, archived: true }])
    }
    expect(chat.archived).toBe(false)
    expect(await clinic.dana.get('chats.get', { params })).toMatchObject({ name: 'Gone', archived: true })
    expect((await clinic.dana.call('chats.join', { params })).status).toBe(404)
    expect((await clinic.dana.call('chats.delete', { params })).status).toBe(404)
    expect((await clinic.dana.call('chats.viewChat', { params })).status).toBe(404)
  })
})

test('another tenant’s chat is answered like one that does not exist', async () => {
  const chat = await clinic.chat('Secret', [clinic.dana.id])
  const body = { name: 'Mine', numberId: chat.numberId, memberIds: [clinic.dana.id] }
  for (const chatId of [chat.id, NOBODY]) {
    const params = { chatId, memberId: clinic.dana.id }
    const answers = [
      await clinic.stranger.call('chats.get', { params }),
      await clinic.stranger.call('chats.update', { params, body }),
      await clinic.stranger.call('chats.delete', { params }),
      await clinic.stranger.call('chats.join', { params }),
      await clinic.stranger.call('chats.leave', { params }),
      await clinic.stranger.call('chats.removeMember', { params }),
      await clinic.stranger.call('chats.viewChat', { params }),
      await clinic.stranger.call('chats.viewMessages', { params, body: { messageIds: [NOBODY], asRead: true } }),
    ]
    expect(answers.map(({ status, error }) => [status, error?.message])).toEqual(
      answers.map(() => [404, 'This does not exist, or it was deleted.']),
    )
  }
  expect(await clinic.stranger.get('chats.search', { body: {} })).toEqual([])
})
