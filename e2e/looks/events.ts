import type { Chat, Message } from '@partyline/contract'
import { delivered } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
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
