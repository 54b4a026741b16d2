import { eventWithoutData, isBlank, SNIPPET_BOUNDS, SNIPPET_TEXTS } from '@partyline/contract'
import type {
  CallBody,
  FileId,
  RealtimeEvent,
  Snippet,
  SnippetId,
  SnippetList,
  TenantId,
  Upload,
} from '@partyline/contract'
import { differences, recordAuditEntry } from '../audit/index.ts'
import { assertTotalSize, decodeFile } from '../media/index.ts'
import type { Media, StoredFile } from '../media/index.ts'
import { AppError, changedFields, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Tenant, Tenants } from '../tenants/index.ts'
import {
  countSnippets,
  deleteSnippet,
  findByShortcut,
  findSnippet,
  listSnippets,
  saveSnippet,
} from './snippets-store.ts'
import type { SnippetRow, StoredSnippet } from './snippets-store.ts'

type NewSnippet = CallBody<'snippets.create'>
type SnippetChange = CallBody<'snippets.update'>

/** docs/product.md#snippets */
export type Snippets = {
  list(caller: Caller): Promise<SnippetList>
  /** The organization's snippets, by name. */
  listShared(tenantId: TenantId): Promise<Snippet[]>
  /** @throws {AppError} `validation`, `forbidden`, `shortcut-taken`, `conflict`, or the error of a file */
  add(caller: Caller, snippet: NewSnippet): Promise<Snippet>
  /** @throws {AppError} the same, and `not-found` */
  change(caller: Caller, snippetId: SnippetId, change: SnippetChange): Promise<Snippet>
  /** @throws {AppError} `not-found`, or `forbidden` */
  remove(caller: Caller, snippetId: SnippetId): Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  tenants: Tenants
  media: Media
  announcements: Topic<readonly RealtimeEvent[]>
}

/** The fields of an update as they are now. */
function shownOf({ name, shortcut, text, ownerId, files }: StoredSnippet) {
  return { name, shortcut, text, shared: ownerId === null, media: files.map(({ fileId: id }) => ({ id })) }
}

/** A file that the snippet has, or a new one. */
type WantedFile = StoredFile | Upload

export function createSnippets({ database, clock, tenants, media, announcements }: Parts): Snippets {
  async function find(db: Queries, { tenantId, userId }: Caller, snippetId: SnippetId): Promise<StoredSnippet> {
    const snippet = await findSnippet(db, tenantId, { userId, snippetId })
    if (!snippet) throw new AppError('not-found')
    return snippet
  }

  /** Call it before the transaction: processing pictures takes time. */
  async function storeNew(tenantId: TenantId, files: readonly WantedFile[]): Promise<StoredFile[]> {
    const stored: StoredFile[] = []
    for (const file of files) {
      if ('fileId' in file) stored.push(file)
      else stored.push(await media.store({ tenantId, declaredType: file.contentType, ...file }))
    }
    return stored
  }

  /** The tenant is locked, so that shortcuts stay unique and no set exceeds its limit. */
  async function save(trx: Queries, caller: Caller, { before, after }: Change): Promise<Snippet> {
    if (before?.ownerId !== after.ownerId && (await countSnippets(trx, after)) >= SNIPPET_BOUNDS.count) {
      throw new AppError('conflict', { message: SNIPPET_TEXTS.tooMany(SNIPPET_BOUNDS.count) })
    }
    const namesake = after.shortcut === null ? null : await findByShortcut(trx, after, after.shortcut)
    if (namesake && namesake.snippetId !== after.snippetId) {
      throw new AppError('shortcut-taken', { message: SNIPPET_TEXTS.shortcutTaken(namesake.name), field: 'shortcut' })
    }
    await saveSnippet(trx, after)
    await record(trx, caller, { before, after })
    return present(after)
  }

  /** The audit log has only shared snippets, without their texts. */
  async function record(trx: Queries, caller: Caller, { before, after }: Partial<Change>): Promise<void> {
    const [old, current] = [before, after].map((one) => (one?.ownerId === null ? one : undefined))
    const at = clock.now()
    if (old && current) {
      if (isSame(old, current)) return
      const changes = differences({
        name: [old.name, current.name],
        shortcut: [old.shortcut ?? '', current.shortcut ?? ''],
      })
      await recordAuditEntry(trx, caller, { kind: 'snippetChanged', at, subject: old.name, changes })
    } else if (current) {
      await recordAuditEntry(trx, caller, { kind: 'snippetAdded', at, subject: current.name })
    } else if (old) {
      await recordAuditEntry(trx, caller, { kind: 'snippetRemoved', at, subject: old.name })
    }
  }

  /** Shared snippets belong to the organization. */
  function announce(tenantId: TenantId, snippets: readonly Pick<SnippetRow, 'ownerId'>[]) {
    if (snippets.some(({ ownerId }) => ownerId === null)) {
      announcements.publish([eventWithoutData(tenantId, 'TenantCreated')])
    }
  }

  function present({ snippetId: id, ownerId, name, shortcut, text, files }: StoredSnippet): Snippet {
    return { id, name, shortcut, text, shared: ownerId === null, media: files.map((file) => media.present(file)) }
  }

  /** Locks the tenant until the transaction ends. */
  async function lockTenant(trx: Queries, { tenantId }: Caller): Promise<Tenant> {
    const tenant = await tenants.lock(trx, tenantId)
    if (!tenant) throw new AppError('not-found')
    return tenant
  }

  return {
    async list(caller) {
      const { tenantId, userId } = caller
      const [snippets, tenant] = await Promise.all([
        listSnippets(database.queries, tenantId, userId),
        tenants.get(tenantId),
      ])
      return { snippets: snippets.map(present), mayEditShared: mayEditShared(caller, tenant) }
    },
    listShared: async (tenantId) => (await listSnippets(database.queries, tenantId, null)).map(present),
    async add(caller, { name, shortcut = null, text, shared, media: files }) {
      const { tenantId } = caller
      const ownerId = shared ? null : caller.userId
      assertMayEdit(caller, await tenants.get(tenantId), [{ ownerId }])
      const wanted = files.map(decodeFile)
      assertInsertable(text, wanted)
      const snippet = { tenantId, snippetId: newId<SnippetId>(), ownerId, name, shortcut, text }
      const after = { ...snippet, files: await storeNew(tenantId, wanted) }
      const saved = await database.transaction(async (trx) => {
        assertMayEdit(caller, await lockTenant(trx, caller), [after])
        return save(trx, caller, { after })
      })
      announce(tenantId, [after])
      return saved
    },
    async change(caller, snippetId, change) {
      const { tenantId, userId } = caller
      const found = await find(database.queries, caller, snippetId)
      const changed = (before: StoredSnippet, change: SnippetChange) => ({
        ...before,
        ownerId: change.shared === undefined ? before.ownerId : change.shared ? null : userId,
        name: change.name ?? before.name,
        shortcut: change.shortcut === undefined ? before.shortcut : change.shortcut,
        text: change.text ?? before.text,
      })
      assertMayEdit(caller, await tenants.get(tenantId), [found, changed(found, change)])
      const wanted = change.media?.map((file) => ('id' in file ? fileIn(found, file.id) : decodeFile(file)))
      assertInsertable(changed(found, change).text, wanted ?? found.files)
      const files = wanted && (await storeNew(tenantId, wanted))
      const { before, after, saved, forgotten } = await database.transaction(async (trx) => {
        const tenant = await lockTenant(trx, caller)
        const before = await find(trx, caller, snippetId)
        const { media: isReplaced, ...rest } = changedFields(shownOf(before), change)
        const after = { ...changed(before, rest), files: (isReplaced && files) ?? before.files }
        assertMayEdit(caller, tenant, [before, after])
        assertInsertable(after.text, after.files)
        const saved = await save(trx, caller, { before, after })
        const dropped = before.files.filter(({ fileId }) => !after.files.some((kept) => kept.fileId === fileId))
        return { before, after, saved, forgotten: await media.forget(trx, tenantId, dropped) }
      })
      announce(tenantId, [before, after])
      await media.erase(forgotten)
      return saved
    },
    async remove(caller, snippetId) {
      const removed = await database.transaction(async (trx) => {
        const tenant = await lockTenant(trx, caller)
        const before = await find(trx, caller, snippetId)
        assertMayEdit(caller, tenant, [before])
        await deleteSnippet(trx, before)
        await record(trx, caller, { before })
        return { ...before, forgotten: await media.forget(trx, caller.tenantId, before.files) }
      })
      announce(caller.tenantId, [removed])
      await media.erase(removed.forgotten)
    },
  }
}

type Change = { before?: StoredSnippet; after: StoredSnippet }

function mayEditShared({ role }: Caller, { sharedSnippets }: Tenant): boolean {
  return role === 'Admin' || sharedSnippets === 'everyone'
}

/** @throws {AppError} `forbidden`, if one of them is shared and the caller may not change those */
function assertMayEdit(caller: Caller, tenant: Tenant, snippets: readonly Pick<SnippetRow, 'ownerId'>[]) {
  if (mayEditShared(caller, tenant) || snippets.every(({ ownerId }) => ownerId !== null)) return
  throw new AppError('forbidden', { message: SNIPPET_TEXTS.adminsOnly })
}

/** The same limits as for a message. @throws {AppError} `validation`, or `payload-too-large` */
function assertInsertable(text: string, files: readonly WantedFile[]) {
  if (isBlank(text) && files.length === 0) throw invalid({ text: [SNIPPET_TEXTS.empty] })
  assertTotalSize(files.map((file) => ('bytes' in file ? file.bytes : file)))
}

/** @throws {AppError} `conflict`, if someone has removed it */
function fileIn({ files }: StoredSnippet, fileId: FileId): StoredFile {
  const file = files.find((one) => one.fileId === fileId)
  if (!file) throw new AppError('conflict')
  return file
}

function isSame(one: StoredSnippet, other: StoredSnippet): boolean {
  const idsOf = ({ files }: StoredSnippet) => files.map(({ fileId }) => fileId).join()
  return (
    one.name === other.name && one.shortcut === other.shortcut && one.text === other.text && idsOf(one) === idsOf(other)
  )
}
