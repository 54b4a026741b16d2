import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatListItem } from '@partyline/contract'
import type { Client } from '@partyline/driver'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { phoneOf } from '../../tests/phone.ts'
import { createTexting, formOf } from '../../tests/texting.ts'
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

const unclaimedOf = (client: Client) => client.get('chats.search', { body: { unclaimed: true } })

let phones = 0
/** An unknown phone whose texts open a chat without a user. */
function newPhone() {
  phones += 1
  return phoneOf(harness.sandbox, `+1202559${String(phones).padStart(4, '0')}`)
}

/** The chat with the phone’s texts, once it has this many unclaimed texts. */
async function unclaimedChat(number: string, count: number): Promise<ChatListItem> {
  return until(async () =>
    (await unclaimedOf(clinic.mei)).find(
      ({ members, unclaimedCount }) => unclaimedCount === count && members.some((member) => member.number === number),
    ),
  )
}

describe('a text to a line without default users', () => {
  test('is unclaimed for every enabled user, and viewing does not claim it', async () => {
    const phone = newPhone()
    await phone.send(texting.frontDesk, 'Is anybody there?')
    const chat = await unclaimedChat(phone.number, 1)
    await phone.send(texting.frontDesk, 'Hello?')
    await unclaimedChat(phone.number, 2)
    for (const person of [clinic.dana, clinic.omar, clinic.mei]) {
      await person.get('chats.viewChat', { params: { chatId: chat.id } })
      expect((await unclaimedOf(person)).find(({ id }) => id === chat.id)?.unclaimedCount).toBe(2)
    }
    expect(await unclaimedOf(clinic.stranger)).toEqual([])
  })

  test('is claimed by joining', async () => {
    const phone = newPhone()
    await phone.send(texting.frontDesk, 'Me too')
    const { id } = await unclaimedChat(phone.number, 1)
    const joined = await clinic.omar.get('chats.join', { params: { chatId: id } })
    expect(joined.unclaimedCount).toBe(0)
    expect((await unclaimedOf(clinic.mei)).map((chat) => chat.id)).not.toContain(id)
    await phone.send(texting.frontDesk, 'Thanks')
    await texting.messages({ id }, 2)
    expect((await clinic.omar.get('chats.get', { params: { chatId: id } })).unclaimedCount).toBe(0)
  })

  test('is claimed by a reply, whose author joins before it is sent', async () => {
    const phone = newPhone()
    await phone.send(texting.frontDesk, 'Can I come by?')
    const { id } = await unclaimedChat(phone.number, 1)
    await texting.send({ id }, 'Sure', clinic.mei)
    expect(await phone.received(1)).toMatchObject([{ text: 'Sure' }])
    const chat = await clinic.mei.get('chats.get', { params: { chatId: id } })
    expect(chat).toMatchObject({ unclaimedCount: 0, unreadCount: 0, messageCount: 2 })
    expect(chat.members.filter(({ role }) => role === 'TeamsUser').map((member) => member.id)).toEqual([clinic.mei.id])
    const changes = await clinic.mei.get('chats.changes', { params: { chatId: id } })
    expect(changes.slice(-2)).toMatchObject([
      { kind: 'memberJoined', memberId: clinic.mei.id },
      { kind: 'assigned', memberId: clinic.mei.id },
    ])
  })

  test('accepts one of two concurrent first replies, and does not add the other’s author', async () => {
    const phone = newPhone()
    await phone.send(texting.frontDesk, 'Who is on duty?')
    const { id } = await unclaimedChat(phone.number, 1)
    const reply = (client: Client, text: string) =>
      client.call('messages.send', { params: { chatId: id }, form: formOf(text) })
    const answers = await Promise.all([reply(clinic.omar, 'Omar is'), reply(clinic.mei, 'Mei is')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect((await clinic.dana.get('chats.get', { params: { chatId: id } })).messageCount).toBe(2)
  })

  test('is not claimed by a refused reply', async () => {
    const phone = newPhone()
    await phone.send(texting.frontDesk, 'Anyone?')
    const { id } = await unclaimedChat(phone.number, 1)
    const refused = await clinic.omar.call('messages.send', { params: { chatId: id }, form: formOf(' ') })
    expect(refused.status).toBe(400)
    expect((await clinic.omar.get('chats.get', { params: { chatId: id } })).unclaimedCount).toBe(1)
  })

  test('is not claimed by another phone that an Admin adds', async () => {
    const phone = newPhone()
    await phone.send(texting.frontDesk, 'Can my son text you here, too?')
    const { id, numberId, name, members } = await unclaimedChat(phone.number, 1)
    const son = await clinic.contact('Per Lund', '+12025597778')
    const body = { numberId, name, memberIds: [...members.map((member) => member.id), son.memberId] }
    const changed = await clinic.dana.get('chats.update', { params: { chatId: id }, body })
    expect(changed.unclaimedCount).toBe(1)
  })

  test('does not let someone who is not a member edit or delete the chat', async () => {
    const phone = newPhone()
    await phone.send(texting.frontDesk, 'Hands off')
    const { id, numberId, name } = await unclaimedChat(phone.number, 1)
    const body = { numberId, name: `${name}!`, memberIds: [clinic.omar.id] }
    const refused = [
      await clinic.omar.call('chats.update', { params: { chatId: id }, body }),
      await clinic.omar.call('chats.delete', { params: { chatId: id } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403])
  })
})

describe('a chat whose only user is disabled', () => {
  test('becomes unclaimed with its next text, until that user is enabled again', async () => {
    const { id: userId, name, role } = await clinic.omar.get('users.me')
    const setDisabled = (disabled: boolean) =>
      clinic.dana.get('settings.updateUser', { params: { userId }, body: { name, role, disabled } })
    const contact = await clinic.contact('Pia Lund', '+12025597777')
    const phone = phoneOf(harness.sandbox, '+12025597777')
    const { id } = await clinic.chat('Pia Lund', [clinic.omar.id, contact.memberId])
    await phone.send(texting.frontDesk, 'Before')
    await texting.messages({ id }, 1)
    await setDisabled(true)
    expect((await unclaimedOf(clinic.mei)).map((chat) => chat.id)).not.toContain(id)
    await phone.send(texting.frontDesk, 'After')
    expect((await unclaimedChat(phone.number, 1)).id).toBe(id)
    await setDisabled(false)
    expect((await unclaimedOf(clinic.mei)).map((chat) => chat.id)).not.toContain(id)
  })
})
