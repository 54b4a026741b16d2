import type { CallBody, FoundNote, MemberId, NoteEdit, NoteId, TenantId, UserId } from '@partyline/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { StoredFile } from '../media/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import { hasWords } from '../transcript/index.ts'
import type { SearchTerm } from '../transcript/index.ts'

const NOTE = [
  'n.tenantId',
  'n.noteId',
  'n.chatId',
  'n.createdBy',
  'n.createdAt',
  'n.text',
  'n.editedAt',
  'n.deletedAt',
  'n.mentions',
  'n.mentionsEveryone',
  'n.version',
] as const

type NameOf<Column> = Column extends `n.${infer Name}` ? Name : never
export type NoteRow = Pick<Selectable<Tables['notes']>, NameOf<(typeof NOTE)[number]>>

/** A note with its files in order. */
export type StoredNote = NoteRow & { files: StoredFile[] }

type InChat = Pick<NoteRow, 'tenantId' | 'chatId'>
type OneNote = Pick<NoteRow, 'tenantId' | 'noteId'>

/** Between which positions of the chat, and how many. */
export type NotesPage = { before?: string | undefined; after?: string | undefined; since?: Date; limit: number }

/** The next version of the chat's notes. Locks them until the transaction ends. */
export async function raiseVersion(trx: Queries, { tenantId, chatId }: InChat): Promise<number> {
  const { version } = await trx
    .insertInto('noteVersions')
    .values({ tenantId, chatId, version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'chatId']).doUpdateSet({ version: sql`note_versions.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function insertNote(trx: Queries, { files, ...row }: StoredNote): Promise<void> {
  await trx.insertInto('notes').values(row).execute()
  if (files.length === 0) return
  const { tenantId, noteId } = row
  const media = files.map(({ fileId }, at) => ({ tenantId, noteId, position: at + 1, fileId }))
  await trx.insertInto('noteMedia').values(media).execute()
}

/** Updates the changeable fields, and keeps the replaced text. */
export async function updateNote(trx: Queries, before: NoteRow, after: NoteRow, at: Date): Promise<void> {
  const { tenantId, noteId, text, mentions, mentionsEveryone, editedAt, deletedAt, version } = after
  await trx
    .updateTable('notes')
    .set({ text, mentions, mentionsEveryone, editedAt, deletedAt, version })
    .where('tenantId', '=', tenantId)
    .where('noteId', '=', noteId)
    .execute()
  if (text === before.text) return
  const edit = { tenantId, noteId, version: before.version, text: before.text, replacedAt: at }
  await trx.insertInto('noteEdits').values(edit).execute()
}

export async function dropFiles(trx: Queries, { tenantId, noteId }: OneNote): Promise<void> {
  await trx.deleteFrom('noteMedia').where('tenantId', '=', tenantId).where('noteId', '=', noteId).execute()
}

/** Null if the chat has no such note. */
export async function findNote(
  db: Queries,
  { tenantId, chatId, noteId }: InChat & OneNote,
): Promise<StoredNote | null> {
  const row = await notesOf(db, { tenantId, chatId }).where('n.noteId', '=', noteId).executeTakeFirst()
  return row ? ((await withFiles(db, tenantId, [row]))[0] ?? null) : null
}

/** Oldest first: the ones after `after`, or the first ones from `since` on, or else the last ones up to `before`. */
export async function listNotes(
  db: Queries,
  inChat: InChat,
  { before, after, since, limit }: NotesPage,
): Promise<StoredNote[]> {
  const isForward = Boolean(after ?? since)
  const rows = await notesOf(db, inChat)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(n.created_at, n.note_id) > ${placeOf(inChat, after ?? '')}`),
    )
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(n.created_at, n.note_id) < ${placeOf(inChat, before ?? '')}`),
    )
    .$if(Boolean(since), (query) => query.where('n.createdAt', '>=', since ?? null))
    .orderBy('n.createdAt', isForward ? 'asc' : 'desc')
    .orderBy('n.noteId', isForward ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return withFiles(db, inChat.tenantId, isForward ? rows : rows.toReversed())
}

const notesOf = (db: Queries, { tenantId, chatId }: InChat) =>
  db.selectFrom('notes as n').select(NOTE).where('n.tenantId', '=', tenantId).where('n.chatId', '=', chatId)

/** When the message, the change, or the note with this ID was. */
function placeOf({ tenantId, chatId }: InChat, id: string) {
  const ofChat = sql`tenant_id = ${tenantId} and chat_id = ${chatId}`
  return sql`(
    select sent_at, message_id from messages where ${ofChat} and message_id = ${id}
    union all select changed_at, change_id from chat_changes where ${ofChat} and change_id = ${id}
    union all select created_at, note_id from notes where ${ofChat} and note_id = ${id})`
}

async function withFiles(db: Queries, tenantId: TenantId, rows: readonly NoteRow[]): Promise<StoredNote[]> {
  if (rows.length === 0) return []
  const media = await db
    .selectFrom('noteMedia as m')
    .innerJoin('files as f', (join) => join.onRef('f.tenantId', '=', 'm.tenantId').onRef('f.fileId', '=', 'm.fileId'))
    .select(['m.noteId', 'f.fileId', 'f.directory', 'f.fileName', 'f.contentType', 'f.length', 'f.width', 'f.height'])
    .where('m.tenantId', '=', tenantId)
    .where('m.noteId', '=', anyOf(rows.map(({ noteId }) => noteId)))
    .orderBy('m.position')
    .execute()
  const byNote = Map.groupBy(media, ({ noteId }) => noteId)
  return rows.map((row) => ({
    ...row,
    files: (byNote.get(row.noteId) ?? []).map(fileOf),
  }))
}

function fileOf({ fileId, directory, fileName, contentType, length, width, height }: StoredFile): StoredFile {
  return { fileId, directory, fileName, contentType, length, width, height }
}

export async function listEdits(db: Queries, { tenantId, noteId }: OneNote): Promise<NoteEdit[]> {
  const rows = await db
    .selectFrom('noteEdits')
    .select(['text', 'replacedAt'])
    .where('tenantId', '=', tenantId)
    .where('noteId', '=', noteId)
    .orderBy('version')
    .execute()
  return rows.map(({ text, replacedAt }) => ({ text, replacedOn: replacedAt.toISOString() }))
}

/** Adds unread mentions of the note, and keeps those that exist. */
export async function addMentions(
  trx: Queries,
  { tenantId, chatId, noteId }: InChat & OneNote,
  userIds: readonly UserId[],
): Promise<void> {
  if (userIds.length === 0) return
  const mentions = userIds.map((userId) => ({ tenantId, userId, chatId, noteId }))
  await trx
    .insertInto('unreadMentions')
    .values(mentions)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the unread mentions of the note except those of `kept`, and returns whose they were. */
export async function dropMentions(
  trx: Queries,
  { tenantId, noteId }: OneNote,
  kept: readonly UserId[],
): Promise<UserId[]> {
  const rows = await trx
    .deleteFrom('unreadMentions')
    .where('tenantId', '=', tenantId)
    .where('noteId', '=', noteId)
    .where(sql<boolean>`not user_id = any(${[...kept]}::uuid[])`)
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

type Mentioned = InChat & { userId: UserId }

/** Removes the user's unread mentions: in these notes, or in all of the chat. Returns how many there were. */
export async function seeMentions(
  trx: Queries,
  { tenantId, chatId, userId }: Mentioned,
  noteIds: readonly NoteId[] | null,
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('unreadMentions')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('chatId', '=', chatId)
    .$if(noteIds !== null, (query) => query.where('noteId', '=', anyOf(noteIds ?? [])))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** How many unread mentions each of the users has in the chat. */
export async function countMentions(
  db: Queries,
  { tenantId, chatId }: InChat,
  userIds: readonly UserId[],
): Promise<Record<UserId, number>> {
  if (userIds.length === 0) return {}
  const rows = await db
    .selectFrom('unreadMentions')
    .select(['userId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('tenantId', '=', tenantId)
    .where('userId', '=', anyOf(userIds))
    .where('chatId', '=', chatId)
    .groupBy('userId')
    .execute()
  const counts = new Map(rows.map(({ userId, count }) => [userId, count]))
  return Object.fromEntries(userIds.map((userId) => [userId, counts.get(userId) ?? 0]))
}

type Search = Pick<
  CallBody<'notes.search'>,
  'chatId' | 'numberId' | 'createdBy' | 'from' | 'to' | 'mentioned' | 'cursor' | 'limit'
> & {
  tenantId: TenantId
  userId: UserId
  term: SearchTerm | null
}

/** Newest first. */
export async function findNotes(
  db: Queries,
  { tenantId, userId, term, cursor, limit, ...filters }: Search,
): Promise<FoundNote[]> {
  const { chatId, numberId, createdBy, from, to, mentioned } = filters
  const rows = await db
    .selectFrom('notes as n')
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'n.tenantId').onRef('c.chatId', '=', 'n.chatId'))
    .select(['n.noteId', 'n.text', 'n.chatId', 'c.name as chatName', 'n.createdAt', 'n.createdBy'])
    .select(({ selectFrom }) =>
      selectFrom('messages as m')
        .select('m.messageId')
        .whereRef('m.tenantId', '=', 'n.tenantId')
        .whereRef('m.chatId', '=', 'n.chatId')
        .whereRef('m.sentAt', '<=', 'n.createdAt')
        .orderBy('m.sentAt', 'desc')
        .orderBy('m.messageId', 'desc')
        .limit(1)
        .as('messageId'),
    )
    .where('n.tenantId', '=', tenantId)
    .where('n.deletedAt', 'is', null)
    .$if(term !== null, (query) => query.where(sql<boolean>`${term ? hasWords(term, 'n', 'text') : sql`true`}`))
    .$if(chatId !== undefined, (query) => query.where('n.chatId', '=', chatId ?? null))
    .$if(numberId !== undefined, (query) => query.where('c.numberId', '=', numberId ?? null))
    .$if(createdBy !== undefined, (query) => query.where(sql<boolean>`n.created_by = ${createdBy}`))
    .$if(from !== undefined, (query) => query.where('n.createdAt', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('n.createdAt', '<=', new Date(to ?? 0)))
    // A person has few unread mentions, so they are read first.
    .$if(mentioned, (query) =>
      query.where(
        sql<boolean>`n.note_id = any(array(
          select note_id from unread_mentions where tenant_id = ${tenantId} and user_id = ${userId}))`,
      ),
    )
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(n.created_at, n.note_id) < (
          select created_at, note_id from notes where tenant_id = ${tenantId} and note_id = ${cursor})`,
      ),
    )
    .orderBy('n.createdAt', 'desc')
    .orderBy('n.noteId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ createdAt, createdBy: author, ...row }) => ({
    ...row,
    createdOn: createdAt.toISOString(),
    createdBy: author as string as MemberId,
  }))
}
