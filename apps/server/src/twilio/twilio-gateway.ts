import type { FastifyBaseLogger } from 'fastify'
import twilio from 'twilio'
import type { MessagePage } from 'twilio/lib/rest/api/v2010/account/message.js'
import type { Clock, Outside } from '../platform/index.ts'
import { FetchClient, TWILIO_ORIGIN } from './fetch-client.ts'
import { fetchMedia, MediaFetchError } from './fetch-media.ts'
import type { Credentials, FetchedMedia } from './fetch-media.ts'
import { presentAccount, presentMessage, presentNumber } from './twilio-resources.ts'
import type {
  AccountNumber,
  MessagingService,
  TollFreeVerification,
  TwilioAccount,
  TwilioMessage,
} from './twilio-resources.ts'
import { TwilioFailure } from './twilio-failure.ts'
import type { Failure } from './twilio-failure.ts'

export type TwilioGateway = { forAccount(credentials: Credentials): AccountGateway }

/** The requests of one account. Except `sendMessage` and `fetchMedia`, they throw a {@link TwilioFailure}. */
export type AccountGateway = {
  fetchAccount(): Promise<TwilioAccount>
  listNumbers(): Promise<AccountNumber[]>
  fetchNumber(sid: string): Promise<AccountNumber>
  updateNumber(sid: string, change: NumberChange): Promise<AccountNumber>
  listMessagingServices(): Promise<MessagingService[]>
  /** The statuses of a Messaging Service's A2P 10DLC campaigns; it has one at most. */
  listCampaignStatuses(serviceSid: string): Promise<string[]>
  listTollFreeVerifications(): Promise<TollFreeVerification[]>
  sendMessage(message: OutgoingMessage): Promise<SendResult>
  fetchMessage(sid: string): Promise<TwilioMessage>
  /** Newest first; further pages are asked for as they are read. */
  listMessages(filter: MessageFilter): AsyncIterable<TwilioMessage>
  /** The media of a message, as the URLs that a webhook would name. */
  listMedia(messageSid: string): Promise<{ url: string; contentType: string }[]>
  /** @throws {MediaFetchError} */
  fetchMedia(url: string): Promise<FetchedMedia>
}

/** An empty text clears a setting. */
type NumberChange = {
  smsUrl?: string
  smsMethod?: 'GET' | 'POST'
  smsFallbackUrl?: string
  smsFallbackMethod?: 'GET' | 'POST'
  smsApplicationSid?: string
}

type OutgoingMessage = {
  from: string
  to: string
  body: string
  /** Absolute addresses that Twilio can read. */
  mediaUrls: string[]
  statusCallback: string
}

export type SendResult = { state: 'accepted'; sid: string; status: string } | Failure

type MessageFilter = { to?: string; from?: string; sentAfter?: Date; sentBefore?: Date; pageSize?: number }

type Page = Pick<MessagePage, 'instances' | 'nextPage'>

const PAGE_SIZE = 100
const MESSAGE_SID = /^(SM|MM)[0-9a-f]{32}$/i

/** A finished operation, for metrics. */
export type TwilioRequest = {
  /** A method of {@link AccountGateway}. */
  operation: string
  outcome: 'succeeded' | Failure['state']
  seconds: number
}

type Parts = {
  outside: Outside
  clock: Clock
  log: FastifyBaseLogger
  onRequest?: (request: TwilioRequest) => void
}

/** The one way to Twilio. The SDK's own network code, environment variables and retries are not used. */
export function createTwilio(parts: Parts): TwilioGateway {
  const { clock, log, onRequest = () => {} } = parts
  const httpClient = new FetchClient(parts)

  async function measured<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    const began = clock.now().getTime()
    const tell = (outcome: TwilioRequest['outcome']) =>
      onRequest({ operation, outcome, seconds: (clock.now().getTime() - began) / 1_000 })
    try {
      const result = await work()
      tell('succeeded')
      return result
    } catch (error) {
      tell(outcomeOf(error))
      throw error
    }
  }

  function attempt<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    return measured(operation, async () => {
      try {
        return await work()
      } catch (error) {
        // The SDK's own error: a response that it could not read.
        const failed = error instanceof TwilioFailure ? error : new TwilioFailure({ state: 'unknown' }, error)
        const { state } = failed.failure
        const code = failed.failure.state === 'refused' ? failed.failure.code : null
        log.warn({ operation, state, code }, 'Twilio request failed')
        throw failed
      }
    })
  }

  return {
    forAccount(credentials) {
      const { accountSid, authToken } = credentials
      const sdk = twilio(accountSid, authToken, { httpClient, edge: '', region: '', logLevel: '' })
      const { api, messages, incomingPhoneNumbers, messaging } = sdk

      return {
        fetchAccount: () =>
          attempt('fetchAccount', async () => {
            const { body, headers } = await api.v2010.accounts(accountSid).fetchWithHttpInfo()
            return presentAccount(body, headers)
          }),
        listNumbers: () =>
          attempt('listNumbers', async () =>
            (await incomingPhoneNumbers.list({ pageSize: PAGE_SIZE })).map(presentNumber),
          ),
        fetchNumber: (sid) =>
          attempt('fetchNumber', async () => presentNumber(await incomingPhoneNumbers(sid).fetch())),
        updateNumber: (sid, change) =>
          attempt('updateNumber', async () => presentNumber(await incomingPhoneNumbers(sid).update(change))),
        listMessagingServices: () =>
          attempt('listMessagingServices', async () => {
            const services = await messaging.v1.services.list({ pageSize: PAGE_SIZE })
            return Promise.all(
              services.map(async ({ sid, friendlyName, useInboundWebhookOnNumber, inboundRequestUrl }) => {
                const numbers = await messaging.v1.services(sid).phoneNumbers.list({ pageSize: PAGE_SIZE })
                return {
                  sid,
                  friendlyName,
                  takesTexts: !useInboundWebhookOnNumber,
                  inboundUrl: inboundRequestUrl ?? '',
                  numberSids: numbers.map((number) => number.sid),
                }
              }),
            )
          }),
        listCampaignStatuses: (serviceSid) =>
          attempt('listCampaignStatuses', async () => {
            const campaigns = await messaging.v1.services(serviceSid).usAppToPerson.list({ pageSize: PAGE_SIZE })
            return campaigns.map(({ campaignStatus }) => campaignStatus)
          }),
        listTollFreeVerifications: () =>
          attempt('listTollFreeVerifications', async () => {
            const found = await messaging.v1.tollfreeVerifications.list({ pageSize: PAGE_SIZE })
            return found.map(({ tollfreePhoneNumberSid, status, rejectionReason }) => ({
              numberSid: tollfreePhoneNumberSid,
              status,
              rejectionReason: rejectionReason ?? '',
            }))
          }),
        async sendMessage({ from, to, body, mediaUrls, statusCallback }) {
          try {
            return await attempt('sendMessage', async () => {
              const sent = await messages.create({ from, to, body, mediaUrl: mediaUrls, statusCallback })
              if (!MESSAGE_SID.test(sent.sid)) throw new TwilioFailure({ state: 'unknown' })
              return { state: 'accepted', sid: sent.sid, status: sent.status }
            })
          } catch (error) {
            return error instanceof TwilioFailure ? error.failure : { state: 'unknown' }
          }
        },
        fetchMessage: (sid) => attempt('fetchMessage', async () => presentMessage(await messages(sid).fetch())),
        async *listMessages({ to, from, sentAfter, sentBefore, pageSize = PAGE_SIZE }) {
          let next: Promise<Page> | undefined = messages.page({
            pageSize,
            ...(to !== undefined && { to }),
            ...(from !== undefined && { from }),
            ...(sentAfter && { dateSentAfter: sentAfter }),
            ...(sentBefore && { dateSentBefore: sentBefore }),
          })
          while (next) {
            const asked: Promise<Page> = next
            const page = await attempt('listMessages', () => asked)
            yield* page.instances.map(presentMessage)
            next = page.nextPage()
          }
        },
        listMedia: (messageSid) =>
          attempt('listMedia', async () =>
            (await messages(messageSid).media.list({ pageSize: PAGE_SIZE })).map(({ uri, contentType }) => ({
              url: TWILIO_ORIGIN + uri.replace(/\.json$/, ''),
              contentType,
            })),
          ),
        fetchMedia: (url) => measured('fetchMedia', () => fetchMedia(parts, credentials, url)),
      }
    },
  }
}

function outcomeOf(error: unknown): Failure['state'] {
  if (error instanceof TwilioFailure) return error.failure.state
  return error instanceof MediaFetchError && !error.retryable ? 'refused' : 'unknown'
}
