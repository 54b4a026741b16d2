import { ARCHIVE_LIMITS, ARCHIVE_TEXTS, eventWithoutData } from '@partyline/contract'
import type { Archive, ArchiveId, CallBody, TenantId } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import { countChatsUntil } from '../chats/index.ts'
import { fileSizeOf, safeName } from '../media/index.ts'
import type { ServableFile } from '../media/index.ts'
import { AppError, newId, writeTime } from '../platform/index.ts'
import type { Caller, Loop, Queries } from '../platform/index.ts'
import { createArchiveWorker, FIRST_POSITION } from './archive-worker.ts'
import type { ArchiveWorkerParts } from './archive-worker.ts'
import {
  findReadyPart,
  insertArchive,
  keptArchives,
  listArchives,
  lockArchive,
  lockArchives,
  removeArchive,
} from './archives-store.ts'
import type { ArchiveRow, ListedArchive } from './archives-store.ts'
import { createDeleteUseless, keyOf } from './delete-useless.ts'

/** docs/product.md#the-archive-of-an-organization */
export type Archives = {
  /** Newest first. */
  list(tenantId: TenantId): Promise<Archive[]>
  /** @throws {AppError} `conflict` while one is being made, or if there are too many */
  start(caller: Caller, wanted: CallBody<'archives.start'>): Promise<Archive>
  /** @throws {AppError} `not-found` */
  open(caller: Caller, archiveId: ArchiveId, part: number): Promise<ServableFile>
  /** @throws {AppError} `not-found` */
  recordDownload(caller: Caller, archiveId: ArchiveId, part: number): Promise<void>
  /** Cancels one that is being made. @throws {AppError} `not-found` */
  remove(caller: Caller, archiveId: ArchiveId): Promise<void>
  /** Makes archives in the background, and deletes those no longer needed. */
  loop: Loop
  /** No archive has a contact who is erased. Part of the caller's transaction. Call the returned function after the commit. */
  erase(trx: Queries, by: Pick<Caller, 'tenantId' | 'userId'>): Promise<() => Promise<void>>
}

const DAY_MS = 86_400_000

export function createArchives(parts: ArchiveWorkerParts): Archives {
  const { database, clock, tenants, store, announcements } = parts
  const { queries } = database
  const deleteUseless = createDeleteUseless(parts)
  const loop = createArchiveWorker({ ...parts, deleteUseless })

  /** Other Admins see it. */
  const announce = (tenantId: TenantId) => announcements.publish([eventWithoutData(tenantId, 'TenantCreated')])

  /** After the commit. If it was being made, the loop deletes the rest. */
  async function afterRemoval({ tenantId, state }: Pick<ArchiveRow, 'tenantId' | 'state'>): Promise<void> {
    announce(tenantId)
    await deleteUseless()
    if (state === 'running') loop.wake()
  }

  async function partOf({ tenantId }: Caller, archiveId: ArchiveId, part: number) {
    const found = await findReadyPart(queries, { tenantId, archiveId, part })
    if (!found) throw new AppError('not-found')
    return found
  }

  return {
    loop,
    list: async (tenantId) => (await listArchives(queries, tenantId)).map(present),
    async start({ tenantId, userId: createdBy }, { timeZone }) {
      const archiveId = newId<ArchiveId>()
      await database.transaction(async (trx) => {
        await lockArchives(trx, tenantId)
        const others = (await listArchives(trx, tenantId)).filter(({ state }) => state !== 'erased')
        if (others.some(({ state }) => state === 'running')) {
          throw new AppError('conflict', { message: ARCHIVE_TEXTS.running })
        }
        if (others.length >= ARCHIVE_LIMITS.count) {
          throw new AppError('conflict', { message: ARCHIVE_TEXTS.tooMany(ARCHIVE_LIMITS.count) })
        }
        const createdAt = clock.now()
        const chatsTotal = await countChatsUntil(trx, tenantId, createdAt)
        const row = { tenantId, archiveId, createdBy, createdAt, timeZone, chatsTotal }
        await insertArchive(trx, row, FIRST_POSITION)
        await recordAuditEntry(trx, { tenantId, userId: createdBy }, { kind: 'archiveStarted', at: createdAt })
      })
      announce(tenantId)
      loop.wake()
      const started = (await listArchives(queries, tenantId)).find((one) => one.archiveId === archiveId)
      if (!started) throw new AppError('not-found')
      return present(started)
    },
    async open(caller, archiveId, number) {
      const { part, of, length, sha256, createdAt, timeZone } = await partOf(caller, archiveId, number)
      const { name } = await tenants.get(caller.tenantId)
      // As the list of archives calls it; Windows allows no colon.
      const startedOn = writeTime(createdAt.toISOString(), timeZone).replace(':', '.')
      const title = `${safeName(name) || 'Organization'} archive ${startedOn}`
      const key = keyOf({ tenantId: caller.tenantId, archiveId, part })
      return {
        contentType: 'application/zip',
        fileName: of === 1 ? `${title}.zip` : `${title}, part ${part} of ${of}.zip`,
        isInline: false,
        length,
        etag: `"${sha256}"`,
        read: (range) => store.read(key, range),
      }
    },
    async recordDownload(caller, archiveId, number) {
      const { part, of } = await partOf(caller, archiveId, number)
      await database.transaction((trx) =>
        recordAuditEntry(trx, caller, {
          kind: 'archiveDownloaded',
          at: clock.now(),
          subject: `Part ${part} of ${of}`,
        }),
      )
    },
    async remove(caller, archiveId) {
      const { tenantId } = caller
      const removed = await database.transaction(async (trx) => {
        const archive = await lockArchive(trx, { tenantId, archiveId })
        if (!archive || archive.state === 'removed') throw new AppError('not-found')
        const at = clock.now()
        await removeArchive(trx, archive, { state: 'removed', endedAt: at })
        const kind = archive.state === 'running' ? 'archiveCanceled' : 'archiveDeleted'
        await recordAuditEntry(trx, caller, { kind, at })
        return archive
      })
      await afterRemoval(removed)
    },
    async erase(trx, by) {
      const { tenantId } = by
      await lockArchives(trx, tenantId)
      const kept = await keptArchives(trx, tenantId)
      const at = clock.now()
      for (const archive of kept) {
        await removeArchive(trx, archive, { state: 'erased', endedAt: at })
        await recordAuditEntry(trx, by, { kind: 'archiveDeleted', at })
      }
      return async () => {
        for (const archive of kept) await afterRemoval(archive)
      }
    },
  }
}

function present({ archiveId, createdBy, createdAt, createdByName, endedAt, ...archive }: ListedArchive): Archive {
  const { state, chatsDone, chatsTotal, parts, failure } = archive
  const isReady = state === 'ready'
  return {
    id: archiveId,
    createdOn: createdAt.toISOString(),
    createdBy: { id: createdBy, name: createdByName },
    state,
    chats: { done: chatsDone, total: chatsTotal },
    // An archive has its parts once it is ready.
    parts: isReady
      ? parts.map(({ part, length, sha256 }) => ({ part, length, fileSize: fileSizeOf(length), sha256 }))
      : [],
    failure: isReady ? null : failure,
    keptUntil: endedAt && new Date(endedAt.getTime() + ARCHIVE_LIMITS.days * DAY_MS).toISOString(),
  }
}
