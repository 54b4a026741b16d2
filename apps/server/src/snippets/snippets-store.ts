import type { SnippetId, TenantId, UserId } from '@partyline/contract'
import { SNIPPET_BOUNDS } from '@partyline/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { StoredFile } from '../media/index.ts'
import type { Queries } from '../platform/index.ts'

export type SnippetRow = Selectable<Tables['snippets']>

/** A snippet with its files in order. */
export type StoredSnippet = SnippetRow & { files: StoredFile[] }

/** The snippets of a person or, without an owner, the shared ones of a tenant. */
export type SnippetSet = Pick<SnippetRow, 'tenantId' | 'ownerId'>

/** The snippets that the person can use, by name. Null: the shared ones. */
export async function listSnippets(db: Queries, tenantId: TenantId, userId: UserId | null): Promise<StoredSnippet[]> {
  const usable = snippetsFor(db, tenantId, userId)
  const rows = await usable
    .selectAll('s')
    .orderBy(sql`lower(s.name)`)
    .orderBy('s.snippetId')
    .limit(2 * SNIPPET_BOUNDS.count)
    .execute()
  const files = rows.length === 0 ? [] : await withFiles(usable).execute()
  const bySnippet = Map.groupBy(files, ({ snippetId }) => snippetId)
  return rows.map((row) => ({ ...row, files: (bySnippet.get(row.snippetId) ?? []).map(fileOf) }))
}

/** Null if the person cannot use it. */
export async function findSnippet(
  db: Queries,
  tenantId: TenantId,
  { userId, snippetId }: { userId: UserId; snippetId: SnippetId },
): Promise<StoredSnippet | null> {
  const one = snippetsFor(db, tenantId, userId).where('s.snippetId', '=', snippetId)
  const row = await one.selectAll('s').executeTakeFirst()
  return row ? { ...row, files: (await withFiles(one).execute()).map(fileOf) } : null
}

function snippetsFor(db: Queries, tenantId: TenantId, userId: UserId | null) {
  return db
    .selectFrom('snippets as s')
    .where('s.tenantId', '=', tenantId)
    .where(({ or, eb }) =>
      or([...(userId === null ? [] : [eb('s.ownerId', '=', userId)]), eb('s.ownerId', 'is', null)]),
    )
}

function withFiles(snippets: ReturnType<typeof snippetsFor>) {
  return snippets
    .innerJoin('snippetMedia as sm', (join) =>
      join.onRef('sm.tenantId', '=', 's.tenantId').onRef('sm.snippetId', '=', 's.snippetId'),
    )
    .innerJoin('files as f', (join) => join.onRef('f.tenantId', '=', 'sm.tenantId').onRef('f.fileId', '=', 'sm.fileId'))
    .select([
      'sm.snippetId',
      'f.fileId',
      'f.directory',
      'f.fileName',
      'f.contentType',
      'f.length',
      'f.width',
      'f.height',
    ])
    .orderBy('sm.snippetId')
    .orderBy('sm.position')
}

function fileOf(row: StoredFile): StoredFile {
  const { fileId, directory, fileName, contentType, length, width, height } = row
  return { fileId, directory, fileName, contentType, length, width, height }
}

export async function countSnippets(db: Queries, { tenantId, ownerId }: SnippetSet): Promise<number> {
  const { count } = await db
    .selectFrom('snippets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('ownerId', 'is not distinct from', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/** The snippet of the set with this shortcut. */
export async function findByShortcut(
  db: Queries,
  { tenantId, ownerId }: SnippetSet,
  shortcut: string,
): Promise<Pick<SnippetRow, 'snippetId' | 'name'> | null> {
  const row = await db
    .selectFrom('snippets')
    .select(['snippetId', 'name'])
    .where('tenantId', '=', tenantId)
    .where('ownerId', 'is not distinct from', ownerId)
    .where('shortcut', '=', shortcut)
    .executeTakeFirst()
  return row ?? null
}

/** Adds the snippet, or replaces it. */
export async function saveSnippet(trx: Queries, { files, ...row }: StoredSnippet): Promise<void> {
  const { tenantId, snippetId, ownerId, name, shortcut, text } = row
  await trx
    .insertInto('snippets')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'snippetId']).doUpdateSet({ ownerId, name, shortcut, text }),
    )
    .execute()
  await trx.deleteFrom('snippetMedia').where('tenantId', '=', tenantId).where('snippetId', '=', snippetId).execute()
  if (files.length === 0) return
  const media = files.map(({ fileId }, at) => ({ tenantId, snippetId, position: at + 1, fileId }))
  await trx.insertInto('snippetMedia').values(media).execute()
}

export async function deleteSnippet(trx: Queries, { tenantId, snippetId }: SnippetRow): Promise<void> {
  await trx.deleteFrom('snippets').where('tenantId', '=', tenantId).where('snippetId', '=', snippetId).execute()
}
