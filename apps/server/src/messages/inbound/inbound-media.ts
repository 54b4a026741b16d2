import type { ChatId, MessageId, RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../../chats/index.ts'
import type { Media, StoredFile } from '../../media/index.ts'
import type { Clock, Database, Topic } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import { addMedia, isMediaSettled, noteMissingMedia } from '../../transcript/index.ts'
import { MediaFetchError } from '../../twilio/index.ts'
import type { AccountGateway, TwilioGateway } from '../../twilio/index.ts'
import { release } from '../outbound/queue/queue-store.ts'

/** The queue of the pictures that are still at Twilio. */
export const INBOUND_MEDIA = 'inbound-media'

/**
 * How long a file is asked for that Twilio does not give out, or that cannot be kept here: then the message goes on
 * without it, and with it the texts that wait behind it. Shorter than the job is tried.
 */
const GIVE_UP_MS = { notGivenOut: 10 * 60_000, notKept: 30 * 60_000 }

/** `since`: when the text came in, ISO 8601. */
export type InboundMedia = { tenantId: TenantId; chatId: ChatId; messageId: MessageId; urls: string[]; since: string }

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
  tenants: Pick<Tenants, 'twilioAccount'>
  twilio: Pick<TwilioGateway, 'forAccount'>
  media: Media
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
}

/** Fetches what a phone sent beside its text, adds it to the message, and lets the relay go on. */
export function createInboundMedia(parts: Parts) {
  const { database, clock, log, tenants, twilio, media, chats, announcements } = parts

  /** Null where it cannot be fetched: the text stands without it. */
  async function fetchOne(
    account: AccountGateway,
    { tenantId, since }: InboundMedia,
    url: string,
  ): Promise<StoredFile | null> {
    try {
      const { bytes, contentType } = await account.fetchMedia(url)
      return await media.storeReceived({ tenantId, fileName: '', declaredType: contentType, bytes })
    } catch (error) {
      const age = clock.now().getTime() - Date.parse(since)
      const isOver =
        error instanceof MediaFetchError ? !error.retryable || age >= GIVE_UP_MS.notGivenOut : age >= GIVE_UP_MS.notKept
      if (!isOver) throw error
      log.warn({ err: error }, 'a picture of a phone cannot be fetched')
      return null
    }
  }

  async function fetchAll(order: InboundMedia): Promise<StoredFile[]> {
    const credentials = await tenants.twilioAccount(order.tenantId)
    if (!credentials) return []
    const account = twilio.forAccount(credentials)
    const files: StoredFile[] = []
    for (const url of order.urls) {
      const file = await fetchOne(account, order, url)
      if (file) files.push(file)
    }
    return files
  }

  return async function fetchInboundMedia(order: InboundMedia): Promise<void> {
    const { tenantId, chatId, messageId, urls } = order
    // The same order may come again: a process may end between the commit and the end of the job.
    if (await isMediaSettled(database.queries, tenantId, messageId)) return
    const files = await fetchAll(order)
    const event = await database.transaction(async (trx) => {
      await chats.hold(trx, tenantId, chatId)
      if (await isMediaSettled(trx, tenantId, messageId)) return null
      await addMedia(trx, tenantId, { messageId, fileIds: files.map(({ fileId }) => fileId) })
      await noteMissingMedia(trx, tenantId, { messageId, missing: urls.length - files.length })
      await release(trx, { tenantId, messageId, dueAt: clock.now() })
      return chats.recordMedia(trx, { tenantId, chatId }, messageId)
    })
    if (event) announcements.publish([event])
  }
}
