import { fileTypeOf, MESSAGE } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock, Database } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { MediaFetchError } from '../twilio/index.ts'
import type { AccountGateway, TwilioGateway } from '../twilio/index.ts'
import { decodeText } from './decode-text.ts'
import { readInboundText, unreadTextParts } from './inbound-text.ts'
import { holdEvent, postponeEvent, saveParameters } from './provider-events-store.ts'
import type { DueEvent } from './provider-events-store.ts'

/** How long an MMS waits for its text parts. Then they are fetched as files. */
const GIVE_UP_MS = 60_000

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info'>
  tenants: Pick<Tenants, 'twilioAccount'>
  twilio: Pick<TwilioGateway, 'forAccount'>
}

/**
 * Fetches the text parts of an MMS before it is routed, so that they are in its text in every respect: keywords, search,
 * relay, and automatic replies. Long ones stay files.
 */
export function createReadTextParts({ database, clock, log, tenants, twilio }: Parts) {
  /** Empty for a part that stays a file. */
  async function textOf(account: AccountGateway, url: string): Promise<string> {
    const { bytes, contentType } = await account.fetchMedia(url)
    const type = await fileTypeOf(bytes, { fileName: '', declaredType: 'text/plain' })
    if (bytes.length === 0 || type.contentType !== 'text/plain') return ''
    // A space, so that a blank part isn't a file either.
    return decodeText(bytes, contentType).trim() || ' '
  }

  async function readAll(event: DueEvent): Promise<Record<string, string>> {
    const credentials = await tenants.twilioAccount(event.tenantId)
    const account = credentials && twilio.forAccount(credentials)
    const read: Record<string, string> = {}
    let { length } = readInboundText(event).text
    for (const { name, url } of unreadTextParts(event.parameters)) {
      const text = account ? await textOf(account, url).catch(giveUp) : ''
      const fits = length + 1 + text.length <= MESSAGE.maxLength
      read[name] = fits ? text : ''
      if (fits) length += 1 + text.length
    }
    return read

    function giveUp(error: unknown): string {
      const isRetryable = error instanceof MediaFetchError && error.retryable
      if (isRetryable && isRecent(event)) throw error
      log.info({ err: error, messageSid: event.messageSid }, 'a text part of an inbound message is fetched as a file')
      return ''
    }
  }

  const isRecent = ({ receivedAt }: DueEvent) => clock.now().getTime() - receivedAt.getTime() < GIVE_UP_MS

  /** Afterwards the text can be routed, or waits for a retry. The sender's later texts wait with it for a minute at most. */
  return async function readTextParts(event: DueEvent): Promise<void> {
    try {
      await saveParameters(database.queries, event, { ...event.parameters, ...(await readAll(event)) })
    } catch (error) {
      log.info({ err: error, messageSid: event.messageSid }, 'text parts of an inbound message will be retried')
      await (isRecent(event) ? holdEvent : postponeEvent)(database.queries, event, clock.now())
    }
  }
}
