import type { RealtimeEvent } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import type { Media, StoredFile } from '../media/index.ts'
import { isStorageFull } from '../platform/index.ts'
import type { Clock, Database, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { addMedia, noteMissingMedia } from '../transcript/index.ts'
import { MediaFetchError } from '../twilio/index.ts'
import type { FetchedMedia, TwilioGateway } from '../twilio/index.ts'
import { release } from '../delivery/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import { isLayout } from './inbound-text.ts'
import { removePendingMedia } from './media-queue-store.ts'
import type { PendingMedia } from './media-queue-store.ts'

/**
 * How long a file is retried that Twilio does not provide, or that cannot be stored here. Then the message goes on
 * without it, and so do the relayed texts that wait for it. For space in the storage it waits as long as that takes.
 */
const GIVE_UP_MS = { fetching: 10 * 60_000, storing: 30 * 60_000 }

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
  tenants: Pick<Tenants, 'twilioAccount'>
  twilio: Pick<TwilioGateway, 'forAccount'>
  media: Pick<Media, 'storeReceived'>
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
}

/** Fetches the media of an inbound message, adds them to it, and resumes the relay. */
export function createInboundMedia(parts: Parts) {
  const { database, clock, log, tenants, twilio, media, chats, announcements, textsQueued } = parts

  const isOlderThan = ({ receivedAt }: PendingMedia, ms: number) => clock.now().getTime() - receivedAt.getTime() >= ms

  function giveUp(error: unknown): null {
    log.warn({ err: error }, 'a file of an inbound message cannot be fetched')
    return null
  }

  /** Fetches all files in parallel, each with its own deadline. Null for files lost for good, and for empty ones. */
  async function fetchAll(pending: PendingMedia): Promise<(FetchedMedia | null)[]> {
    const credentials = await tenants.twilioAccount(pending.tenantId)
    if (!credentials) return pending.urls.map(() => null)
    const account = twilio.forAccount(credentials)
    const results = await Promise.allSettled(pending.urls.map((url) => account.fetchMedia(url)))
    return results.map((result) => {
      if (result.status === 'fulfilled') return result.value.bytes.length > 0 ? result.value : null
      const error: unknown = result.reason
      const isFinal = error instanceof MediaFetchError && !error.retryable
      if (isFinal || isOlderThan(pending, GIVE_UP_MS.fetching)) return giveUp(error)
      throw error
    })
  }

  async function store(pending: PendingMedia, { bytes, contentType }: FetchedMedia): Promise<StoredFile | null> {
    try {
      const { tenantId } = pending
      return await media.storeReceived({ tenantId, fileName: '', declaredType: contentType, bytes })
    } catch (error) {
      if (!isStorageFull(error) && isOlderThan(pending, GIVE_UP_MS.storing)) return giveUp(error)
      throw error
    }
  }

  /** @throws if it should be tried again */
  return async function fetchInboundMedia(pending: PendingMedia): Promise<void> {
    const { tenantId, chatId, messageId, urls } = pending
    const files: StoredFile[] = []
    let wanted = urls.length
    for (const fetched of await fetchAll(pending)) {
      if (fetched && isLayout(fetched.contentType)) {
        wanted -= 1
        continue
      }
      const file = fetched && (await store(pending, fetched))
      if (file) files.push(file)
    }
    const event = await database.transaction(async (trx) => {
      await chats.lockRow(trx, tenantId, chatId)
      // If this process was slower than its lease, another one may have added them.
      if (!(await removePendingMedia(trx, pending))) return null
      await addMedia(trx, tenantId, { messageId, fileIds: files.map(({ fileId }) => fileId) })
      await noteMissingMedia(trx, tenantId, { messageId, missing: wanted - files.length })
      await release(trx, { tenantId, messageId, dueAt: clock.now() })
      return chats.recordMedia(trx, { tenantId, chatId }, messageId)
    })
    if (!event) return
    announcements.publish([event])
    textsQueued.publish([{ tenantId }])
  }
}
