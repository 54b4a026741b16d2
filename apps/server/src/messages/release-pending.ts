import type { FileId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Media } from '../media/index.ts'
import { createLoop } from '../platform/index.ts'
import type { Clock, Database, Loop } from '../platform/index.ts'
import { pendingOf, queuesUntil } from '../transcript/index.ts'
import type { PendingQueue } from '../transcript/index.ts'
import type { MessageWriter } from './message-writer.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  media: Pick<Media, 'isKept'>
  release: MessageWriter['release']
}

/** How often the database is searched for due messages that another process has left. */
const PAUSE_MS = 30_000
const MAX_CHATS_AT_ONCE = 200

/** Sends held and scheduled messages when their time has come: docs/product.md#undo-and-send-later */
export function createPendingRelease(parts: Parts): { loop: Loop; onPending: (sendAt: Date) => void } {
  const { database, clock, log, media, release } = parts

  async function releaseDue(): Promise<void> {
    const now = clock.now()
    const soon = new Date(now.getTime() + PAUSE_MS)
    const queues = await queuesUntil(database.queries, { now, soon }, MAX_CHATS_AT_ONCE)
    const due = queues.filter(({ dueAt }) => dueAt <= now)
    const released = await Promise.all(due.map(releaseOrLog))
    // If all have failed, the pause comes first.
    if (due.length === MAX_CHATS_AT_ONCE && released.includes(true)) return loop.wake()
    const [next] = queues.flatMap(({ nextAt }) => nextAt ?? []).toSorted((one, other) => Number(one) - Number(other))
    if (next) onPending(next)
  }

  /** Returns whether it has worked. A chat that fails does not delay others, and is retried after the pause. */
  async function releaseOrLog({ hasFiles, tenantId, chatId }: PendingQueue): Promise<boolean> {
    try {
      const missing = hasFiles ? await missingFiles({ tenantId, chatId }) : new Set<FileId>()
      await release({ tenantId, chatId, missing })
      return true
    } catch (error) {
      log.error({ err: error, chatId }, 'failed to send pending messages')
      return false
    }
  }

  /** Files whose bytes are gone. */
  async function missingFiles({ tenantId, chatId }: Pick<PendingQueue, 'tenantId' | 'chatId'>) {
    const missing = new Set<FileId>()
    const files = (await pendingOf(database.queries, tenantId, [chatId])).flatMap((pending) => pending.files)
    for (const file of files) if (!(await media.isKept(file))) missing.add(file.fileId)
    return missing
  }

  const loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    run: releaseDue,
    onError: (error) => log.error({ err: error }, 'failed to look for pending messages'),
  })

  /** Wakes the loop at a time that is before the end of its pause. */
  function onPending(sendAt: Date): void {
    const ms = sendAt.getTime() - clock.now().getTime()
    if (ms < PAUSE_MS) loop.wakeAfter(Math.max(0, ms))
  }

  return { loop, onPending }
}
