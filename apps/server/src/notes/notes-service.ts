import { isBlank, NOTE_TEXTS } from '@partyline/contract'
import type {
  CallBody,
  ChatId,
  FoundNote,
  Mention,
  Note,
  NoteEdit,
  NoteId,
  RealtimeEvent,
  UserId,
} from '@partyline/contract'
import {
  addNotices,
  fingerprintOf,
  idempotencyKeyOf,
  isCurrent,
  memberIdOf,
  recallResult,
  reserveResult,
} from '../chats/index.ts'
import type { Chats, Notice, StoredChat } from '../chats/index.ts'
import { assertTotalSize, decodeFile } from '../media/index.ts'
import type { Media, StoredFile } from '../media/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Queries, Topic } from '../platform/index.ts'
import { readTerm, searchHeaders, searchStep } from '../transcript/index.ts'
import type { Users } from '../users/index.ts'
import {
  addMentions,
  countMentions,
  dropFiles,
  dropMentions,
  findNote,
  findNotes,
  insertNote,
  listEdits,
  listNotes,
  raiseVersion,
  seeMentions,
  updateNote,
} from './notes-store.ts'
import type { NotesPage, StoredNote } from './notes-store.ts'

type OneNote = { chatId: ChatId; noteId: NoteId }

/** docs/product.md#notes Every enabled user may write notes in every chat that is not archived. */
export type Notes = {
  /** Oldest first. @throws {AppError} `not-found` */
  list(caller: Pick<Caller, 'tenantId'>, chatId: ChatId, page: NotesPage): Promise<Note[]>
  /** @throws {AppError} `not-found`, `validation`, `idempotency-mismatch`, or the error of a file */
  add(caller: Caller, chatId: ChatId, note: CallBody<'notes.add'>, key: string | null): Promise<Note>
  /** @throws {AppError} `not-found`, `forbidden`, or `validation` */
  change(caller: Caller, one: OneNote, fields: CallBody<'notes.update'>): Promise<Note>
  /** Deletes the text, the mentions, and the files. A deleted note stays as it is. @throws {AppError} the same */
  remove(caller: Caller, one: OneNote): Promise<Note>
  /** @throws {AppError} `not-found` */
  history(caller: Caller, one: OneNote): Promise<NoteEdit[]>
  /** Marks mentions as seen; null: all of the chat. @throws {AppError} `not-found` */
  view(caller: Caller, chatId: ChatId, noteIds: readonly NoteId[] | null): Promise<void>
  search(caller: Caller, search: CallBody<'notes.search'>): Promise<{ notes: FoundNote[]; nextCursor: NoteId | null }>
}

type Parts = {
  database: Database
  clock: Clock
  chats: Pick<Chats, 'find'>
  users: Pick<Users, 'findEnabled'>
  media: Media
  announcements: Topic<readonly RealtimeEvent[]>
}

export function createNotes({ database, clock, chats, users, media, announcements }: Parts): Notes {
  /** Archived chats are read-only. @throws {AppError} not-found */
  async function findOpen(db: Queries, { tenantId }: Caller, chatId: ChatId): Promise<StoredChat> {
    const chat = await chats.find(db, tenantId, chatId)
    if (chat.archivedAt !== null) throw new AppError('not-found')
    return chat
  }

  async function find(db: Queries, { tenantId }: Caller, one: OneNote): Promise<StoredNote> {
    const note = await findNote(db, { tenantId, ...one })
    if (!note) throw new AppError('not-found')
    return note
  }

  /** @throws {AppError} validation */
  async function assertMentionable(trx: Queries, { tenantId }: Caller, userIds: readonly UserId[]): Promise<void> {
    const enabled = await users.findEnabled(trx, tenantId, userIds)
    if (enabled.length < userIds.length) throw invalid({ mentions: [NOTE_TEXTS.notAUser] })
  }

  function present({ files, ...note }: StoredNote): Note {
    return {
      id: note.noteId,
      text: note.text,
      createdOn: note.createdAt.toISOString(),
      createdBy: memberIdOf(note.createdBy),
      editedOn: note.editedAt?.toISOString() ?? null,
      deletedOn: note.deletedAt?.toISOString() ?? null,
      mentions: [...(note.mentionsEveryone ? ['everyone' as const] : []), ...note.mentions],
      media: files.map((file) => media.present(file)),
      version: note.version,
    }
  }

  type Changed = { notes: readonly StoredNote[]; version: number; mentioned: readonly UserId[] }

  /** The event for after the commit. `mentioned`: whose number of unread mentions may have changed. */
  async function eventOf(
    trx: Queries,
    { tenantId }: Caller,
    chatId: ChatId,
    { notes, version, mentioned }: Changed,
  ): Promise<RealtimeEvent> {
    const mentionCounts = await countMentions(trx, { tenantId, chatId }, mentioned)
    const data = { version, notes: notes.map(present), mentionCounts }
    return { tenantId, chatId, area: 'Notes', kind: 'NotesChanged', version: null, data }
  }

  /** One change of one note by its author. */
  async function changeOwn(
    caller: Caller,
    { chatId, noteId }: OneNote,
    work: (trx: Queries, before: StoredNote) => Promise<StoredNote>,
  ): Promise<Note> {
    const { after, event } = await database.transaction(async (trx) => {
      const chat = await findOpen(trx, caller, chatId)
      const version = await raiseVersion(trx, chat)
      const before = await find(trx, caller, { chatId, noteId })
      if (before.createdBy !== caller.userId) throw new AppError('forbidden', { message: NOTE_TEXTS.notAuthor })
      const changed = await work(trx, before)
      if (changed === before) return { after: before, event: null }
      const after = { ...changed, version }
      const [known, mentioned] = [mentionedIn(chat, before), mentionedIn(chat, after)]
      const added = mentioned.filter((id) => !known.includes(id))
      await assertMentionable(
        trx,
        caller,
        after.mentions.filter((id) => !before.mentions.includes(id)),
      )
      await updateNote(trx, before, after, clock.now())
      await addMentions(trx, after, added)
      await addNotices(trx, noticesOf(after, added))
      const dropped = await dropMentions(trx, after, mentioned)
      const event = await eventOf(trx, caller, chatId, { notes: [after], version, mentioned: [...added, ...dropped] })
      return { after, event }
    })
    if (event) announcements.publish([event])
    return present(after)
  }

  return {
    async list(caller, chatId, page) {
      const chat = await chats.find(database.queries, caller.tenantId, chatId)
      return (await listNotes(database.queries, chat, page)).map(present)
    },

    async add(caller, chatId, { text, mentions, media: encoded }, key) {
      const { tenantId, userId } = caller
      const uploads = encoded.map(decodeFile)
      if (isBlank(text) && uploads.length === 0) throw invalid({ text: [NOTE_TEXTS.empty] })
      assertTotalSize(uploads.map(({ bytes }) => bytes))
      const fingerprint = fingerprintOf({ chatId, text, mentions }, uploads)
      const request = key === null ? null : { tenantId, userId, call: 'notes.add' as const, key, fingerprint }
      const earlier = request && (await recallResult(database.queries, request))
      if (earlier) return present(await find(database.queries, caller, { chatId, noteId: earlier as NoteId }))
      await findOpen(database.queries, caller, chatId)
      // Before the transaction, because processing a picture takes time.
      const files: StoredFile[] = []
      for (const file of uploads) files.push(await media.store({ tenantId, declaredType: file.contentType, ...file }))
      const { note, event } = await database.transaction(async (trx) => {
        const [noteId, at] = [newId<NoteId>(), clock.now()]
        const reserved = request && (await reserveResult(trx, request, { resultId: noteId, at }))
        if (reserved?.state === 'repeated') {
          return { note: await find(trx, caller, { chatId, noteId: reserved.resultId as NoteId }), event: null }
        }
        const chat = await findOpen(trx, caller, chatId)
        const version = await raiseVersion(trx, chat)
        const row = { tenantId, chatId, noteId, createdBy: userId, createdAt: at, text, version }
        const note = { ...row, ...readMentions(mentions), editedAt: null, deletedAt: null, files }
        await assertMentionable(trx, caller, note.mentions)
        const mentioned = mentionedIn(chat, note)
        await insertNote(trx, note)
        await addMentions(trx, note, mentioned)
        await addNotices(trx, noticesOf(note, mentioned))
        return { note, event: await eventOf(trx, caller, chatId, { notes: [note], version, mentioned }) }
      })
      if (event) announcements.publish([event])
      return present(note)
    },

    change(caller, one, { text, mentions }) {
      return changeOwn(caller, one, async (_trx, before) => {
        if (before.deletedAt) throw new AppError('not-found')
        if (isBlank(text) && before.files.length === 0) throw invalid({ text: [NOTE_TEXTS.empty] })
        const wanted = mentions ? readMentions(mentions) : before
        const isSame =
          text === before.text &&
          wanted.mentionsEveryone === before.mentionsEveryone &&
          wanted.mentions.join() === before.mentions.join()
        const { mentions: ids, mentionsEveryone } = wanted
        return isSame ? before : { ...before, text, mentions: ids, mentionsEveryone, editedAt: clock.now() }
      })
    },

    async remove(caller, one) {
      let forgotten: StoredFile[] = []
      const deleted = await changeOwn(caller, one, async (trx, before) => {
        if (before.deletedAt) return before
        await dropFiles(trx, before)
        forgotten = await media.forget(trx, caller.tenantId, before.files)
        return { ...before, text: '', mentions: [], mentionsEveryone: false, deletedAt: clock.now(), files: [] }
      })
      await media.erase(forgotten)
      return deleted
    },

    async history(caller, one) {
      return listEdits(database.queries, await find(database.queries, caller, one))
    },

    async view(caller, chatId, noteIds) {
      const { tenantId, userId } = caller
      await chats.find(database.queries, tenantId, chatId)
      const inChat = { tenantId, chatId, userId }
      // Nearly always there is none, which needs no lock.
      if ((await countMentions(database.queries, inChat, [userId]))[userId] === 0) return
      const event = await database.transaction(async (trx) => {
        const version = await raiseVersion(trx, inChat)
        if ((await seeMentions(trx, inChat, noteIds)) === 0) return null
        return eventOf(trx, caller, chatId, { notes: [], version, mentioned: [userId] })
      })
      if (event) announcements.publish([event])
    },

    async search({ tenantId, userId }, { term: text, limit, ...filters }) {
      const term = text ? await readTerm(database.queries, tenantId, text) : null
      if (text && !term) return { notes: [], nextCursor: null }
      const found = await searchStep(database, (db) =>
        findNotes(db, { tenantId, userId, term, ...filters, limit: limit + 1 }),
      )
      const notes = found.slice(0, limit)
      return { notes, nextCursor: found.length > limit ? (notes.at(-1)?.noteId ?? null) : null }
    },
  }
}

/** The mentioned users, except the author. */
function mentionedIn({ members }: StoredChat, { mentions, mentionsEveryone, createdBy }: StoredNote): UserId[] {
  const isOnTeam = (member: StoredChat['members'][number]) =>
    member.role === 'TeamsUser' && isCurrent(member) && !member.isPersonDisabled
  const everyone = mentionsEveryone ? members.filter(isOnTeam).map(({ id }) => id as string as UserId) : []
  return [...new Set([...mentions, ...everyone])].filter((id) => id !== createdBy)
}

/** For the newly mentioned. */
function noticesOf(note: StoredNote, mentioned: readonly UserId[]): Notice[] {
  const { tenantId, chatId, noteId: itemId, createdBy } = note
  const notice = { tenantId, chatId, kind: 'mention' as const, itemId, causedBy: memberIdOf(createdBy) }
  return mentioned.map((userId) => ({ ...notice, userId, happenedAt: note.editedAt ?? note.createdAt }))
}

/** Each mention once. */
function readMentions(mentions: readonly Mention[]): Pick<StoredNote, 'mentions' | 'mentionsEveryone'> {
  const ids = mentions.filter((mention): mention is UserId => mention !== 'everyone')
  return { mentions: [...new Set(ids)], mentionsEveryone: ids.length < mentions.length }
}

export function noteRoutes({ notes }: { notes: Notes }) {
  return {
    'notes.list': ({ caller, params, query }) => notes.list(caller, params.chatId, query),
    'notes.add': ({ caller, params, body, request }) =>
      notes.add(caller, params.chatId, body, idempotencyKeyOf(request.headers)),
    'notes.update': ({ caller, params, body }) => notes.change(caller, params, body),
    'notes.delete': ({ caller, params }) => notes.remove(caller, params),
    'notes.history': ({ caller, params }) => notes.history(caller, params),
    'notes.view': async ({ caller, params, body: { noteIds } }) => {
      await notes.view(caller, params.chatId, noteIds ?? null)
      return undefined
    },
    'notes.search': async ({ caller, body, reply }) => {
      const { notes: found, nextCursor } = await notes.search(caller, body)
      void reply.headers(searchHeaders({ nextCursor, searchedBackTo: null }))
      return found
    },
  } satisfies Partial<Handlers>
}
