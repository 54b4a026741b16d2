import type { Chat, ContactId, EventKind, Message } from '@partyline/contract'
import { eventWithoutData } from '@partyline/contract'
import { delivered } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import { sent } from './calls.ts'
import { expect } from './look.ts'
import type { Stage } from './look.ts'

/** Adds texts of the chat's contact to it that Dana has not read. */
export function addUnread(clinic: Clinic, chat: Chat, texts: readonly string[]): Message[] {
  const contact = clinic.contacts.find(({ id }) => chat.members.some((member) => member.id === (id as string)))
  if (!contact) throw new Error(`${chat.name} has no contact.`)
  const others = chat.members.filter(({ id }) => id !== (clinic.me.id as string))
  const added = texts.map((text, at) => {
    const index = clinic.chats.reduce((sum, { messages }) => sum + messages.length, 1 + at)
    return delivered(index, contact, text, others)
  })
  chat.messages.push(...added)
  chat.messageCount = chat.messages.length
  chat.unreadCount += texts.length
  chat.hasUnread = true
  return added
}

/** A text of the chat's contact arrives, as the hub announces it. */
export async function receive(stage: Stage, chat: Chat, text: string): Promise<void> {
  const [message] = addUnread(stage.clinic, chat, [text])
  const { id: chatId, members, unreadCount, notify } = chat
  const { id: me, tenantId } = stage.clinic.me
  chat.version += 1
  await stage.update()
  await stage.announce({
    tenantId,
    area: 'ChatContent',
    kind: 'MessageAddedToChat',
    chatId,
    version: chat.version,
    data: {
      patch: chat,
      message: message!,
      members,
      unreadCounts: { [me]: unreadCount },
      notify: { [me]: notify },
    },
  })
}

/** Announces a change of contacts, and waits until the page with the list of contacts has fetched what it shows again. */
export async function announceContacts({ page, clinic, announce }: Stage, kind: EventKind): Promise<void> {
  const searches = async () => (await sent(page, 'contacts.search')).length
  const before = await searches()
  await announce(eventWithoutData(clinic.me.tenantId, kind))
  await expect.poll(searches).toBeGreaterThan(before)
}

/** Expects that what is fetched of a contact is not fetched again when its change is announced. */
export async function expectNotFetched(stage: Stage, contactId: ContactId): Promise<void> {
  const calls = ['contacts.get', 'contacts.consent', 'contacts.history'] as const
  const fetched = async () => {
    const requests = (await Promise.all(calls.map((name) => sent(stage.page, name)))).flat()
    return requests.filter(({ params }) => (params as { contactId: ContactId }).contactId === contactId).length
  }
  const before = await fetched()
  await announceContacts(stage, 'ExternalContactDeleted')
  expect(await fetched()).toBe(before)
}
