import { eventWithoutData, RETENTION } from '@partyline/contract'
import type { ChatId, NumberId, RealtimeEvent, RetentionPreview, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { recordAuditEntry } from '../audit/index.ts'
import type { Media } from '../media/index.ts'
import type { DeletingLine, Numbers } from '../numbers/index.ts'
import { AppError, createLoop } from '../platform/index.ts'
import type { Clock, Database, Handlers, Loop, Topic } from '../platform/index.ts'
import type { Reports } from '../reports/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { deleteOldTexts, oldTexts } from './retention-store.ts'
import type { OldTexts } from './retention-store.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CHATS_AT_ONCE = 500
/** How long a preview may keep counting. */
const PREVIEW_MS = 5_000
/** Texts of a chat deleted in one transaction, during which no one can write in the chat. */
const TEXTS_AT_ONCE = 200

type Retention = {
  /** @throws {AppError} not-found */
  preview(tenantId: TenantId, lineId: NumberId, days?: number): Promise<RetentionPreview>
  /** Deletes what the lines of an organization no longer keep, until the loop is stopped. */
  clean(tenantId: TenantId): Promise<void>
  /** Cleans all organizations. */
  loop: Loop
}

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error' | 'info'>
  tenants: Pick<Tenants, 'list'>
  numbers: Pick<Numbers, 'findLine' | 'listDeleting'>
  media: Pick<Media, 'forget' | 'erase'>
  reports: Pick<Reports, 'seal'>
  announcements: Topic<readonly RealtimeEvent[]>
}

export function createRetention(parts: Parts): Retention {
  const { database, clock, log, tenants, numbers, media, reports, announcements } = parts
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)

  /** The chats of a line with their items from before a time. */
  async function* chatsOf(
    tenantId: TenantId,
    lineId: NumberId,
    before: Date,
    atMost: number,
  ): AsyncGenerator<OldTexts> {
    let after: ChatId | null = null
    let page: OldTexts[]
    do {
      page = await oldTexts(database.queries, { tenantId, lineId, before, after, limit: CHATS_AT_ONCE, atMost })
      yield* page
      after = page.at(-1)?.chatId ?? null
    } while (page.length === CHATS_AT_ONCE)
  }

  async function cleanChat(tenantId: TenantId, chatId: ChatId, before: Date) {
    const sums = { texts: 0, notes: 0 }
    for (;;) {
      if (loop.isStopped()) return sums
      const { unused, ...deleted } = await database.transaction(async (trx) => {
        const { files, ...counts } = await deleteOldTexts(trx, { tenantId, chatId, before, limit: TEXTS_AT_ONCE })
        const used = files.map((fileId) => ({ fileId }))
        return { ...counts, unused: await media.forget(trx, tenantId, used) }
      })
      await media.erase(unused)
      sums.texts += deleted.texts
      sums.notes += deleted.notes
      if (deleted.isDone) return sums
    }
  }

  async function cleanLine(tenantId: TenantId, { id: lineId, name, keepDays }: DeletingLine): Promise<void> {
    const before = daysAgo(keepDays)
    const sums = { texts: 0, notes: 0 }
    for await (const chat of chatsOf(tenantId, lineId, before, 1)) {
      if (loop.isStopped()) break
      if (chat.isOnHold || chat.texts + chat.notes === 0) continue
      const deleted = await cleanChat(tenantId, chat.chatId, before).catch((error: unknown) => {
        // Continue with the other chats.
        log.error({ err: error, tenantId, chatId: chat.chatId }, 'old texts of a chat could not be deleted')
        return { texts: 0, notes: 0 }
      })
      sums.texts += deleted.texts
      sums.notes += deleted.notes
    }
    if (sums.texts + sums.notes === 0) return
    await database.transaction((trx) =>
      recordAuditEntry(
        trx,
        { tenantId, userId: null },
        {
          kind: 'textsDeleted',
          at: clock.now(),
          subject: name,
          about: lineId,
          changes: [
            { field: 'texts', from: '', to: `${sums.texts}` },
            { field: 'notes', from: '', to: `${sums.notes}` },
          ],
        },
      ),
    )
    announcements.publish([eventWithoutData(tenantId, 'ChatUpdated'), eventWithoutData(tenantId, 'NotesChanged')])
    log.info({ tenantId, lineId, ...sums }, 'old texts of a line were deleted')
  }

  async function clean(tenantId: TenantId): Promise<void> {
    const lines = await numbers.listDeleting(tenantId)
    if (lines.length === 0) return
    // Reports count texts before they are deleted.
    await reports.seal(tenantId, daysAgo(Math.min(...lines.map(({ keepDays }) => keepDays))))
    for (const line of lines) if (!loop.isStopped()) await cleanLine(tenantId, line)
  }

  const loop: Loop = createLoop({
    clock,
    pauseMs: HOUR_MS,
    async run() {
      for (const { tenantId } of await tenants.list()) {
        if (loop.isStopped()) return
        await clean(tenantId).catch((error: unknown) =>
          log.error({ err: error, tenantId }, 'old texts could not be deleted'),
        )
      }
    },
    onError: (error) => log.error({ err: error }, 'the organizations with old texts could not be listed'),
  })

  return {
    async preview(tenantId, lineId, days) {
      const line = await numbers.findLine(database.queries, tenantId, lineId)
      if (!line) throw new AppError('not-found')
      const preview = { oldest: null as string | null, chats: 0, texts: 0, notes: 0, chatsOnHold: 0, isComplete: true }
      const kept = days ?? line.keepDays
      if (kept === null) return preview
      const stopAt = clock.now().getTime() + PREVIEW_MS
      for await (const chat of chatsOf(tenantId, lineId, daysAgo(kept), RETENTION.counted)) {
        if (clock.now().getTime() > stopAt) return { ...preview, isComplete: false }
        if (chat.texts + chat.notes === 0) continue
        if (chat.isOnHold) preview.chatsOnHold += 1
        else {
          const oldest = chat.oldest?.toISOString()
          if (oldest && (preview.oldest === null || oldest < preview.oldest)) preview.oldest = oldest
          preview.chats += 1
          preview.texts += chat.texts
          preview.notes += chat.notes
        }
        if (preview.texts + preview.notes >= RETENTION.counted) return { ...preview, isComplete: false }
      }
      return preview
    },
    clean,
    loop,
  }
}

export function retentionRoutes({ retention }: { retention: Retention }) {
  return {
    'retention.preview': ({ caller, params, query }) => retention.preview(caller.tenantId, params.numberId, query.days),
  } satisfies Partial<Handlers>
}
