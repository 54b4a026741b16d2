import type {
  AccountNumber,
  Chat,
  ChatId,
  File,
  FileId,
  FoundNumber,
  Message,
  PendingState,
  ReturnReason,
  User,
} from '@partyline/contract'
import { chatId, contact, delivered, line, memberOf, sampleChat } from '@partyline/web/looks'
import type { Clinic } from '@partyline/web/looks'
import type { Stage } from './look.ts'

const HELD_MS = 30_000
const DAY_MS = 86_400_000

type Contact = { name: string; number: string }

/** Adds a chat of Dana with these contacts and colleagues to the clinic; the newest one in the list. */
export function addChat(
  clinic: Clinic,
  { name, contacts = [], team = [] }: { name: string; contacts?: Contact[]; team?: string[] },
): Chat {
  const added = addContacts(clinic, contacts)
  const index = clinic.chats.length + 1
  const colleagues = clinic.users.filter((user) => team.includes(user.name))
  const members = [clinic.me, ...colleagues, ...added].map(memberOf)
  const chat = sampleChat(index, [], { name, numberId: clinic.lines[0]!.id, members })
  clinic.chats.push(chat)
  return chat
}

export function addContacts(clinic: Clinic, contacts: readonly Contact[]) {
  const added = contacts.map(({ name, number }, at) => contact(clinic.contacts.length + 1 + at, name, number))
  clinic.contacts.push(...added)
  return added
}

/** Makes the clinic an organization that has set nothing up yet. */
export function makeNew(clinic: Clinic): void {
  const { me, settings } = clinic
  Object.assign(clinic, { users: [me], lines: [], contacts: [], chats: [], sending: [], checks: [] })
  Object.assign(settings, { consented: false, accountSid: null })
  Object.assign(clinic.serverState, { lastReportOn: null, lastDeliveredOn: null, lastTextOn: null })
}

/** Adds a line that is not in use. */
export function addSpareLine({ lines }: Clinic): AccountNumber {
  const spare = line(lines.length + 1, 'Spare line', '+12025550102', [])
  lines.push(Object.assign(spare, { disabled: true, webhookConfigured: false }))
  return spare
}

/** Adds texts of Dana to a chat, which everyone got. */
export function addTexts(clinic: Clinic, chat: Chat, texts: readonly string[]): Message[] {
  return texts.map((text) => addText(clinic, chat, text))
}

function addText(clinic: Clinic, chat: Chat, text: string, from: User | FoundNumber = clinic.me): Message {
  const index = clinic.chats.reduce((sum, { messages }) => sum + messages.length, 1)
  const message = delivered(index, from, text, chat.members)
  chat.messages.push(message)
  chat.messageCount = chat.messages.length
  return message
}

/** Makes a message a reply to another one. */
export function quote(message: Message, { id, text, sentBy, media }: Message): void {
  Object.assign(message, { parentId: id, parent: { id, text, sentBy, mediaCount: media.length } })
}

/** A text of a member arrives, as the hub announces it. */
export async function arrive({ clinic, update, announce }: Stage, chat: Chat, from: string, text: string) {
  const author = [...clinic.users, ...clinic.contacts].find(({ name }) => name === from)
  if (!author) throw new Error(`The clinic has no ${from}.`)
  const message = addText(clinic, chat, text, author)
  chat.version += 1
  const { id: chatId, version, members, unreadCount } = chat
  const unreadCounts = unreadCount > 0 ? { [clinic.me.id]: unreadCount } : {}
  const data = { patch: chat, message, members, unreadCounts }
  const { tenantId } = clinic.me
  await update()
  await announce({ tenantId, area: 'ChatContent', kind: 'MessageAddedToChat', chatId, version, data })
}

type Waiting = { text: string; state?: PendingState; by?: string; picture?: boolean } & Partial<
  Pick<NonNullable<Message['pending']>, 'reason' | 'cancelOnReply'>
>

/** Adds a message that has not been sent; by default one that Dana has scheduled for tomorrow. */
export function addPending(
  clinic: Clinic,
  chat: Chat,
  { text, state = 'scheduled', by = 'Dana Cole', picture, reason = 'replied', cancelOnReply = true }: Waiting,
): void {
  const author = clinic.users.find(({ name }) => name === by)
  if (!author) throw new Error(`The clinic has no ${by}.`)
  const sendOn = new Date(Date.now() + (state === 'held' ? HELD_MS : DAY_MS)).toISOString()
  const isReturned = state === 'returned'
  const pending = {
    state,
    sendOn,
    cancelOnReply,
    reason: isReturned ? reason : null,
    owner: isReturned ? author.id : null,
  }
  // An ID of its own, also among other chats.
  const index = clinic.chats.reduce((sum, each) => sum + each.pending.length, 900)
  const message = { ...delivered(index, author, text, []), pending }
  if (picture) addPicture(message)
  chat.pending.push(message)
}

/** Returns the chat's first pending message to Dana, as the hub announces it. */
export async function giveBack({ clinic, update, announce }: Stage, chat: Chat, reason: ReturnReason) {
  const [message] = chat.pending
  if (!message?.pending) throw new Error(`${chat.name} has no pending message.`)
  Object.assign(message.pending, { state: 'returned', reason, owner: clinic.me.id })
  chat.version += 1
  const { id: chatId, version, pending } = chat
  const data = { patch: {}, pending, unreadCounts: {} }
  await update()
  await announce({ tenantId: clinic.me.tenantId, area: 'ChatList', kind: 'ChatUpdated', chatId, version, data })
}

let pictures = 0

/** Attaches a file to a message or a snippet: by default, a picture. */
export function addPicture({ media }: Pick<Message, 'media'>, parts: Partial<File> = {}): void {
  const file = {
    fileName: 'meadow.png',
    contentType: 'image/png',
    fileSize: '53 KB',
    length: 54_000,
    width: 640,
    height: 480,
    ...parts,
  }
  pictures += 1
  // Each has an address of its own, because browsers remember pictures.
  const id = `0000000f-0000-4000-8000-${String(pictures).padStart(12, '0')}` as FileId
  media.push({ ...file, id, directory: '', publicLink: `/api/v1/media/${id}/${file.fileName}` })
}

/** The address of a chat, and of a message in it. */
export const addressOf = (id: ChatId, message?: Message['id']) => `/?chat=${id}${message ? `&message=${message}` : ''}`

export { chatId }
