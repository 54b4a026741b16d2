import type { ChatListItem, Message } from '@partyline/contract'
import { PAGE } from '@partyline/contract'
import type { Answer } from '@partyline/driver'
import type { Company } from '../acting/company.ts'

/** A chat with all its messages, read by the Admin. */
export type Transcript = { readonly chat: ChatListItem; readonly messages: readonly Message[] }

export async function readTranscripts({ admin }: Company): Promise<Transcript[]> {
  const transcripts: Transcript[] = []
  for (const chat of await listChats(admin)) transcripts.push({ chat, messages: await listMessages(admin, chat) })
  return transcripts
}

async function listChats(admin: Company['admin']): Promise<ChatListItem[]> {
  const chats: ChatListItem[] = []
  let cursor: string | null = null
  do {
    const body: object = { mode: 'all', limit: PAGE.maxChats, ...(cursor !== null && { cursor }) }
    const page: Answer<'chats.search'> = await admin.ask('chats.search', { body })
    chats.push(...page.data)
    cursor = page.headers.get('x-next-cursor')
  } while (cursor !== null)
  return chats
}

async function listMessages(admin: Company['admin'], { id }: ChatListItem): Promise<Message[]> {
  const messages: Message[] = []
  for (;;) {
    const [first] = messages
    const query = { limit: PAGE.maxMessages, ...(first && { before: first.id }) }
    const page = await admin.get('messages.list', { params: { chatId: id }, query })
    messages.unshift(...page)
    if (page.length < PAGE.maxMessages) return messages
  }
}
