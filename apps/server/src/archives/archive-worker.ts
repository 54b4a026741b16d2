import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ARCHIVE_LIMITS, eventWithoutData } from '@partyline/contract'
import type { ArchiveFailure, RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { recordAuditEntry } from '../audit/index.ts'
import type { MediaStore } from '../media/index.ts'
import { AppError, createLoop, isStorageFull, writeTime } from '../platform/index.ts'
import type { Clock, Loop, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { readme } from './archive-texts.ts'
import {
  beginPart,
  claimArchive,
  endedBefore,
  endLease,
  finishedParts,
  finishPart,
  forgetConversations,
  hasRunning,
  lockArchive,
  noteProgress,
  removeArchive,
} from './archives-store.ts'
import type { ArchiveRow, Lease } from './archives-store.ts'
import { conversationSection, indexSection } from './conversation-section.ts'
import type { ConversationParts } from './conversation-section.ts'
import { keyOf } from './delete-useless.ts'
import { createPart, fillPart } from './part-writer.ts'
import type { Section } from './part-writer.ts'
import { recordSections } from './record-sections.ts'
import type { RecordParts } from './record-sections.ts'
import { createZipWriter } from './zip-writer.ts'

/** Without an archive that is being made. */
const PAUSE_MS = 300_000
/** While one waits for its next attempt, or another process works on it. */
const POLL_MS = 60_000
/** Extended while a part is written. */
const LEASE_MS = 120_000
/** Longer than the storage takes for a part, with its attempts. */
const STORING_MS = 900_000
const EXTENDED_EVERY_MS = 5_000
const MIN_RETRY_MS = 60_000
const MAX_RETRY_MS = 3_600_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export const FIRST_POSITION = { section: 'organization.json', cursor: null, from: null, file: 1, chatsDone: 0 }

export type ArchiveWorkerParts = RecordParts &
  ConversationParts & {
    clock: Clock
    log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>
    tenants: Pick<Tenants, 'get'>
    store: MediaStore
    announcements: Topic<readonly RealtimeEvent[]>
    maxPartBytes: number
  }

/** Makes archives, one part at a time, and deletes those no longer needed. */
export function createArchiveWorker(parts: ArchiveWorkerParts & { deleteUseless: () => Promise<void> }): Loop {
  const { deleteUseless, database, clock, log, tenants, users, store, announcements, maxPartBytes } = parts
  const { queries } = database

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)
  const announce = (tenantId: TenantId) => announcements.publish([eventWithoutData(tenantId, 'TenantCreated')])

  /** @throws {Stopped} if this process is to stop, or the archive is not its own any more */
  async function extend(lease: Lease, progress: { chatsDone?: number } = {}, ms = LEASE_MS): Promise<void> {
    const dueAt = fromNow(ms)
    if (loop.isStopped() || !(await noteProgress(queries, lease, { ...progress, dueAt }))) throw new Stopped()
    lease.leasedUntil = dueAt
  }

  async function writePart(archive: ArchiveRow, lease: Lease): Promise<void> {
    const { tenantId, archiveId, createdAt, timeZone, position } = archive
    const tenant = await tenants.get(tenantId)
    const exportedBy = (await users.list(tenantId)).find(({ id }) => id === archive.createdBy)?.name ?? ''
    const finished = await finishedParts(queries, archive)
    const number = finished.length + 1

    let extendAt = 0
    const zip = createZipWriter({
      at: clock.now(),
      async breathe() {
        await setImmediate()
        if (loop.isStopped()) throw new Stopped()
        if (clock.now().getTime() < extendAt) return
        await extend(lease, { chatsDone: position.chatsDone + part.chatsDone })
        extendAt = clock.now().getTime() + EXTENDED_EVERY_MS
      },
    })
    const part = createPart(zip, { maxBytes: maxPartBytes })
    const about = {
      organization: tenant.name,
      part: number,
      startedOn: writeTime(createdAt.toISOString(), timeZone),
      startedBy: exportedBy,
      timeZone,
    }
    await zip.add('README.txt', [readme(about)])
    const sections: Section[] = [
      ...recordSections(parts, { tenant, timeZone }),
      conversationSection(parts, { tenant, timeZone, until: createdAt, exportedBy, part: number }),
      indexSection({ before: finished.map(({ conversations }) => conversations), timeZone }),
    ]
    const next = await fillPart(part, sections, position)
    const manifest = { organization: tenant.name, archive: archiveId, part: number, files: zip.entries.slice() }
    await zip.add('manifest.json', [`${JSON.stringify(manifest, null, 2)}\n`])
    const bytes = zip.end()

    await extend(lease, {}, STORING_MS)
    const one = { tenantId, archiveId, part: number }
    await beginPart(queries, one)
    await store.write(keyOf(one), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await database.transaction(async (trx) => {
      const isReady = next === null
      const isOurs = await noteProgress(trx, lease, {
        ...(isReady ? { state: 'ready', endedAt: clock.now() } : { position: next }),
        chatsDone: position.chatsDone + part.chatsDone,
        failingSince: null,
        failure: null,
        dueAt: clock.now(),
      })
      if (!isOurs) throw new Stopped()
      await finishPart(trx, { ...one, length: bytes.length, sha256, conversations: part.conversations.join('') })
      if (!isReady) return
      await recordAuditEntry(trx, { tenantId, userId: null }, { kind: 'archiveReady', at: clock.now() })
    })
    announce(tenantId)
  }

  async function noteFailure(archive: ArchiveRow, lease: Lease, error: unknown): Promise<void> {
    const { tenantId, archiveId } = archive
    log.error({ err: error, tenantId, archiveId }, 'a part of an archive could not be written')
    const now = clock.now()
    const failingSince = archive.failingSince ?? now
    const lasted = now.getTime() - failingSince.getTime()
    const isOver = lasted >= ARCHIVE_LIMITS.retryHours * HOUR_MS
    await database.transaction(async (trx) => {
      const isOurs = await noteProgress(trx, lease, {
        failingSince,
        failure: failureOf(error),
        // The longer it lasts, the longer are the pauses.
        dueAt: isOver ? now : fromNow(Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, lasted))),
        ...(isOver && { state: 'failed', endedAt: now }),
      })
      if (!isOurs || !isOver) return
      await forgetConversations(trx, archive)
      await recordAuditEntry(trx, { tenantId, userId: null }, { kind: 'archiveFailed', at: now })
    })
    announce(tenantId)
  }

  /** One part of each archive after the other. */
  async function work(): Promise<void> {
    while (!loop.isStopped()) {
      const leasedUntil = fromNow(LEASE_MS)
      const archive = await claimArchive(queries, { now: clock.now(), leasedUntil })
      if (!archive) return
      const lease = { tenantId: archive.tenantId, archiveId: archive.archiveId, leasedUntil }
      try {
        await writePart(archive, lease)
      } catch (error) {
        if (!(error instanceof Stopped)) await noteFailure(archive, lease, error)
        // Another process, or the removal, need not wait for the end of the lease.
        else await endLease(queries, lease, clock.now())
      }
    }
  }

  async function expire(): Promise<void> {
    const now = clock.now()
    for (const archive of await endedBefore(queries, new Date(now.getTime() - ARCHIVE_LIMITS.days * DAY_MS))) {
      const { tenantId } = archive
      await database.transaction(async (trx) => {
        const row = await lockArchive(trx, archive)
        if (!row || row.state === 'removed') return
        await removeArchive(trx, archive, { state: 'removed', endedAt: now })
        if (row.state !== 'ready') return
        await recordAuditEntry(trx, { tenantId, userId: null }, { kind: 'archiveExpired', at: now })
      })
      announce(tenantId)
    }
  }

  /** When the loop wakes next, at the latest. */
  let pollsAt = 0
  const loop: Loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    async run() {
      await expire()
      await work()
      // Including archives that were canceled while being made.
      await deleteUseless()
      const now = clock.now().getTime()
      if (pollsAt > now || !(await hasRunning(queries))) return
      pollsAt = now + POLL_MS
      loop.wakeAfter(POLL_MS)
    },
    onError: (error) => log.error({ err: error }, 'failed to look for archives to make'),
  })
  return loop
}

function failureOf(error: unknown): ArchiveFailure {
  if (isStorageFull(error) || (error instanceof AppError && error.code === 'storage-full')) return 'storageFull'
  return error instanceof AppError && error.code === 'unavailable' ? 'storage' : 'unknown'
}

/** This process stops working on the archive. */
class Stopped extends Error {}
