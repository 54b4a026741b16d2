import { createHash } from 'node:crypto'
import type {
  ChatChange,
  ChatChangeId,
  ExportedChat,
  ExportedEntry,
  File,
  FileId,
  MemberId,
  Message,
  MessageId,
  Note,
  NoteId,
  UserId,
} from '@partyline/contract'
import type { Chats, StoredChat } from '../chats/index.ts'
import type { Media } from '../media/index.ts'
import type { Notes } from '../notes/index.ts'
import type { Line } from '../numbers/index.ts'
import type { Database } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import type { Users } from '../users/index.ts'

const READ_AT_ONCE = 100

/** From the first moment on, until before the other. */
export type Period = { from: Date; to: Date }

type Timed = { at: string; id: string } & (
  | { kind: 'message'; message: Message }
  | { kind: 'change'; change: ChatChange }
  | { kind: 'note'; note: Note }
)

/** An item with its author. The bytes of its files have not been read. */
export type ConversationItem = Timed & { author: string | null }

/** The bytes of files by their IDs, kept only while their entry is written. */
export type FileBytes = ReadonlyMap<FileId, Buffer>

type EntryWithFiles = { entry: ExportedEntry; bytes: FileBytes }

/** Reads from the beginning each time. */
export type Entries = () => AsyncGenerator<EntryWithFiles>

/** A file: lines of everything but its end, and the end, which states the SHA-256 of these lines. */
export type ConversationFile = {
  contentType: string
  ending: string
  lines(): AsyncGenerator<string>
  end(sha256: string): string
}

export type ExportHead = Omit<ExportedChat, 'entries' | 'sha256'>

type Parts = {
  database: Database
  chats: Pick<Chats, 'changesOf'>
  transcript: Transcript
  notes: Pick<Notes, 'list'>
  users: Pick<Users, 'list'>
  media: Pick<Media, 'open'>
}

export type Conversations = {
  /** In the order of time, a page at a time, so that its length costs no memory. */
  items(chat: StoredChat, period: Period, options: { withNotes: boolean }): AsyncGenerator<ConversationItem>
  /** Reads the files of an item. */
  withFiles(item: ConversationItem): Promise<EntryWithFiles>
  /** All items with their files. */
  entries(chat: StoredChat, period: Period, options: { withNotes: boolean }): ReturnType<Entries>
}

/** The contents of chats, for export. */
export function createConversations({ database, chats, transcript, notes, users, media }: Parts): Conversations {
  const { queries } = database

  function streamsOf(
    chat: StoredChat,
    { from: since, to: until }: Period,
  ): Record<Timed['kind'], AsyncGenerator<Timed>> {
    return {
      message: pages<MessageId>(until, async (after, limit) => {
        const page = await transcript.forward(queries, chat, { after, since, limit })
        return page.map((message) => ({ kind: 'message', at: message.sentOn, id: message.id, message }))
      }),
      change: pages<ChatChangeId>(until, async (after, limit) => {
        const page = await chats.changesOf(chat, { ...(after ? { after } : { since }), limit })
        return page.map((change) => ({ kind: 'change', at: change.at, id: change.id, change }))
      }),
      note: pages<NoteId>(until, async (after, limit) => {
        const page = await notes.list(chat, chat.chatId, { ...(after ? { after } : { since }), limit })
        return page.map((note) => ({ kind: 'note', at: note.createdOn, id: note.id, note }))
      }),
    }
  }

  async function readFiles(files: readonly File[]) {
    const bytes = new Map<FileId, Buffer>()
    const withHashes = []
    for (const file of files) {
      const opened = await media.open({ ...file, fileId: file.id }, null)
      const read = await opened?.read(null)
      if (read) bytes.set(file.id, Buffer.from(read.buffer, read.byteOffset, read.byteLength))
      withHashes.push({ ...file, sha256: read ? createHash('sha256').update(read).digest('hex') : null })
    }
    return { bytes, media: withHashes }
  }

  async function* items(
    chat: StoredChat,
    period: Period,
    { withNotes }: { withNotes: boolean },
  ): AsyncGenerator<ConversationItem> {
    const { message: messages, change: changes, note: written } = streamsOf(chat, period)
    const people = [...chat.members, ...(await users.list(chat.tenantId))]
    const names = new Map<string, string>(people.map(({ id, name }) => [id, name]))
    for await (const item of merged(withNotes ? [messages, changes, written] : [messages, changes])) {
      const by = authorOf(item)
      yield { ...item, author: by === null ? null : (names.get(by) ?? null) }
    }
  }

  async function withFiles({ author, ...item }: ConversationItem): Promise<EntryWithFiles> {
    if (item.kind === 'change') return { entry: { kind: 'change', author, change: item.change }, bytes: new Map() }
    if (item.kind === 'note') {
      const { bytes, media: files } = await readFiles(item.note.media)
      return { entry: { kind: 'note', author, note: { ...item.note, media: files } }, bytes }
    }
    const { bytes, media: files } = await readFiles(item.message.media)
    return { entry: { kind: 'message', author, message: { ...item.message, media: files } }, bytes }
  }

  return {
    items,
    withFiles,
    async *entries(chat, period, options) {
      for await (const item of items(chat, period, options)) yield await withFiles(item)
    },
  }
}

function authorOf(item: Timed): MemberId | UserId | null {
  if (item.kind === 'message') return item.message.sentBy
  return item.kind === 'note' ? item.note.createdBy : item.change.by
}

/** The header of an export file. */
export function exportHead(
  chat: StoredChat,
  line: Pick<Line, 'name' | 'number'>,
  {
    period,
    ...head
  }: Pick<ExportHead, 'organization' | 'exportedOn' | 'exportedBy' | 'timeZone' | 'notes'> & { period: Period },
): ExportHead {
  return {
    ...head,
    from: period.from.getTime() === 0 ? null : period.from.toISOString(),
    to: period.to.toISOString(),
    chat: {
      id: chat.chatId,
      name: chat.name,
      archived: chat.archivedAt !== null,
      deletedBefore: chat.deletedBefore?.toISOString() ?? null,
      line: { id: chat.numberId, name: line.name, number: line.number },
      members: chat.members.map(({ id, name, role, number, addedOn, deletedOn }) => ({
        id,
        name,
        role,
        number,
        addedOn: addedOn.toISOString(),
        deletedOn: deletedOn?.toISOString() ?? null,
      })),
    },
  }
}

/** All items of pages, each of which starts after the last item of the one before. */
async function* pages<Id extends string>(
  until: Date,
  read: (after: Id | null, limit: number) => Promise<Timed[]>,
): AsyncGenerator<Timed> {
  let after: Id | null = null
  for (;;) {
    const page = await read(after, READ_AT_ONCE)
    for (const item of page) {
      if (Date.parse(item.at) >= until.getTime()) return
      yield item
    }
    const last = page.at(-1)
    if (!last || page.length < READ_AT_ONCE) return
    after = last.id as Id
  }
}

/** The items of streams that are in order, in order. */
async function* merged(streams: readonly AsyncGenerator<Timed>[]): AsyncGenerator<Timed> {
  const heads = await Promise.all(streams.map(async (stream) => ({ stream, next: await stream.next() })))
  for (;;) {
    const [first] = heads
      .flatMap((head) => (head.next.done ? [] : [{ head, item: head.next.value }]))
      .toSorted(
        (one, other) => Date.parse(one.item.at) - Date.parse(other.item.at) || (one.item.id < other.item.id ? -1 : 1),
      )
    if (!first) return
    yield first.item
    first.head.next = await first.head.stream.next()
  }
}
