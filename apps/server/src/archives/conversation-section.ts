import type { ChatId, ExportedEntry } from '@partyline/contract'
import { createHash } from 'node:crypto'
import { chatIdsUntil } from '../chats/index.ts'
import type { Chats, StoredChat } from '../chats/index.ts'
import { exportHead, jsonFile, pageFile } from '../exports/index.ts'
import type { ConversationFile, ConversationItem, Conversations } from '../exports/index.ts'
import { safeName } from '../media/index.ts'
import type { Line, Numbers } from '../numbers/index.ts'
import { writeCsv, writePage, writeTime } from '../platform/index.ts'
import type { Clock, Database } from '../platform/index.ts'
import type { Tenant } from '../tenants/index.ts'
import { INDEX_HEAD, INDEX_VALUES } from './archive-texts.ts'
import { numbered } from './part-writer.ts'
import type { Section } from './part-writer.ts'

/** Browsers are slow with longer pages. */
const MAX_ENTRIES = 5_000
const MAX_NAME_LENGTH = 60

export type ConversationParts = {
  database: Database
  clock: Clock
  numbers: Pick<Numbers, 'findLine'>
  chats: Pick<Chats, 'find'>
  conversations: Pick<Conversations, 'items' | 'withFiles'>
}

type Options = {
  tenant: Tenant
  timeZone: string
  /** The time up to which conversations go. */
  until: Date
  exportedBy: string
  part: number
}

/** The conversations, in the order in which they began, each as a page and as JSON. A long one has several of both. */
export function conversationSection(parts: ConversationParts, options: Options): Section {
  const { database, clock, numbers, chats, conversations } = parts
  const { tenant, timeZone, until, exportedBy } = options
  const { tenantId, name: organization, defaultCountry } = tenant

  async function write(
    zip: Parameters<Section['write']>[0]['zip'],
    { chat, line, items, from, to, file }: Piece,
  ): Promise<string> {
    const exportedOn = clock.now().toISOString()
    const head = exportHead(chat, line, {
      organization,
      exportedOn,
      exportedBy,
      timeZone,
      period: { from, to },
      notes: true,
    })
    const path = `conversations/${folderOf(chat)}`
    const entries: ExportedEntry[] = []
    async function* withFiles() {
      for (const item of items) {
        const read = await conversations.withFiles(item)
        entries.push(read.entry)
        yield read
      }
    }
    async function* again() {
      for (const entry of entries) yield { entry, bytes: new Map() }
    }
    const page = `${path}/${numbered('conversation', file, 'html')}`
    await zip.add(page, linesOf(pageFile(head, withFiles, defaultCountry)))
    await zip.add(`${path}/${numbered('conversation', file, 'json')}`, linesOf(jsonFile(head, again)))
    return page
  }

  return {
    name: 'conversations',
    async write(part, { cursor, from, file }) {
      const after = cursor as ChatId | null
      const [chatId] = await chatIdsUntil(database.queries, tenantId, { until, after, limit: 1 })
      if (chatId === undefined) return null
      const chat = await chats.find(database.queries, tenantId, chatId)
      const line = await numbers.findLine(database.queries, tenantId, chat.numberId)
      if (!line) throw new Error('A chat has no line.')
      const start = new Date(from ?? 0)
      const { items, next } = await itemsThatFit(
        conversations.items(chat, { from: start, to: until }, { withNotes: true }),
        { maxBytes: part.room(), maxEntries: MAX_ENTRIES },
      )
      const piece = { chat, line, items, from: start, to: next ?? until, file }
      const path = await write(part.zip, piece)
      part.conversations.push(indexLine(piece, { path, part: options.part, timeZone }))
      if (next) return { cursor, from: next.toISOString(), file: file + 1 }
      part.chatsDone += 1
      return { cursor: chatId, from: null, file: 1 }
    },
  }
}

/** The list of all conversations. `before`: the lines of parts that are finished. */
export function indexSection({ before, timeZone }: { before: readonly string[]; timeZone: string }): Section {
  return {
    name: 'index',
    async write({ zip, conversations }) {
      await zip.add('index.csv', [writeCsv([INDEX_HEAD(timeZone)]), ...before, ...conversations])
      return null
    },
  }
}

/** A conversation, or a period of it. */
type Piece = { chat: StoredChat; line: Line; items: readonly ConversationItem[]; from: Date; to: Date; file: number }

/**
 * Items up to a limit, and the time of the next one. Items of the same time stay together, because the next piece begins at its
 * time. The first ones are taken even if they exceed the limit.
 */
export async function itemsThatFit(
  all: AsyncIterable<ConversationItem>,
  { maxBytes, maxEntries }: { maxBytes: number; maxEntries: number },
): Promise<{ items: ConversationItem[]; next: Date | null }> {
  const items: ConversationItem[] = []
  let bytes = 0
  for await (const item of all) {
    const size = sizeOf(item)
    const last = items.at(-1)
    const isFull = bytes + size > maxBytes || items.length >= maxEntries
    if (last && isFull && item.at !== last.at) return { items, next: new Date(item.at) }
    items.push(item)
    bytes += size
  }
  return { items, next: null }
}

/** About as many bytes as it has in the ZIP file: texts are compressed, and files cannot be. */
function sizeOf(item: ConversationItem): number {
  const files = item.kind === 'message' ? item.message.media : item.kind === 'note' ? item.note.media : []
  return JSON.stringify(item).length + files.reduce((sum, { length }) => sum + length, 0)
}

/** Names alone are not unique. */
function folderOf({ chatId, name }: StoredChat): string {
  const short = safeName(name)
    .slice(0, MAX_NAME_LENGTH)
    // Half of a character, or a character that folder names must not end with.
    .replace(/[\uD800-\uDBFF\s.]+$/, '')
  return `${short || 'Conversation'} ${chatId.split('-').at(-1)}`
}

function indexLine(
  { chat, line, items }: Piece,
  { path, part, timeZone }: { path: string; part: number; timeZone: string },
): string {
  const membersOf = (isContact: boolean) =>
    chat.members
      .filter(({ role }) => (role === 'ExternalMobile') === isContact)
      .map(({ name, number }) => (number && number !== name ? `${name} (${number})` : name))
      .join('; ')
  const [first, last] = [items.at(0), items.at(-1)].map((item) => (item ? writeTime(item.at, timeZone) : ''))
  const row = [
    chat.name,
    line.number,
    line.name,
    membersOf(true),
    membersOf(false),
    first ?? '',
    last ?? '',
    String(items.filter(({ kind }) => kind === 'message').length),
    chat.archivedAt ? INDEX_VALUES.deleted : INDEX_VALUES.notDeleted,
    String(part),
    path,
    chat.chatId,
  ]
  return writePage({ head: [], rows: [row] }, { isFirst: false })
}

/** With the hash of all lines above the last one, as in an export. */
async function* linesOf(file: ConversationFile): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const line of file.lines()) {
    hash.update(line)
    yield line
  }
  yield file.end(hash.digest('hex'))
}
