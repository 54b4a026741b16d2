import type { Chat, ChatId, Message } from '@partyline/contract'
import { chatId, contact, delivered, memberOf, sampleChat } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'

type Contact = { name: string; number: string }

/** Adds a chat of Dana with these contacts to the clinic; the newest one in the list. */
export function addChat(clinic: Clinic, { name, contacts = [] }: { name: string; contacts?: Contact[] }): Chat {
  const added = contacts.map((each) => contact(clinic.contacts.length + 1, each.name, each.number))
  clinic.contacts.push(...added)
  const index = clinic.chats.length + 1
  const members = [clinic.me, ...added].map(memberOf)
  const chat = sampleChat(index, [], { name, numberId: clinic.lines[0]!.id, members })
  clinic.chats.push(chat)
  return chat
}

/** Adds texts of Dana to a chat, which everyone got. */
export function addTexts(clinic: Clinic, chat: Chat, texts: readonly string[]): Message[] {
  const added = texts.map((text) => {
    const index = clinic.chats.reduce((sum, { messages }) => sum + messages.length, 1)
    const message = delivered(index, clinic.me, text, chat.members)
    chat.messages.push(message)
    return message
  })
  chat.messageCount = chat.messages.length
  return added
}

/** Attaches a picture to a message. */
export function addPicture(message: Message): void {
  const file = {
    fileName: 'meadow.png',
    contentType: 'image/png',
    fileSize: '53 KB',
    length: 54_000,
    width: 640,
    height: 480,
  }
  const id = '0000000f-0000-4000-8000-000000000001' as Message['media'][number]['id']
  message.media.push({ ...file, id, directory: '', publicLink: `/api/v1/media/${id}/meadow.png` })
}

/** The address of a chat, and of a message in it. */
export const addressOf = (id: ChatId, message?: Message['id']) => `/?chat=${id}${message ? `&message=${message}` : ''}`

export { chatId }
