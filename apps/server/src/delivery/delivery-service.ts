import { routes } from '@partyline/contract'
import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import type { Media } from '../media/index.ts'
import type { Consents } from '../consent/index.ts'
import type { Clock, Database, Handlers, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { TwilioFailure } from '../twilio/index.ts'
import type { SignedCall, TwilioGateway } from '../twilio/index.ts'
import { createBusyQueues } from './busy-queues.ts'
import { createDeliverOne } from './deliver-one.ts'
import { createDeliveryMedia } from './delivery-media.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import { createOutageGuard } from './outage-guard.ts'
import { createOutcomeChecks } from './outcome-checks.ts'
import type { QueuedText } from './queue-store.ts'
import { resendRoutes } from './resend.ts'
import { createStatusReports } from './status-reports.ts'

type Parts = {
  database: Database
  clock: Clock
  random: () => number
  log: FastifyBaseLogger
  publicUrl: string
  /** AUTH_SECRET: signs the addresses of media for Twilio. */
  secret: string
  tenants: Tenants
  media: Media
  transcript: Transcript
  chats: Chats
  consents: Consents
  twilio: TwilioGateway
  announcements: Topic<readonly RealtimeEvent[]>
  /** Texts that were just added to the queue. */
  textsQueued: Topic<readonly QueuedText[]>
}

export type Delivery = {
  routes: Pick<Handlers, DeliveryCall>
  /** Records Twilio's report of a delivery. False if there is nothing to record. Fails if the account has changed since it signed. */
  recordStatus(deliveryId: string, call: SignedCall): Promise<boolean>
  /** Whether the tenant's texts wait, in this process, for Twilio to answer again. */
  isPaused: (tenantId: TenantId) => boolean
  pausedTenants: () => number
  start(): void
  /** Takes no more sends from the queue, and waits for those in progress. */
  stop(): Promise<void>
}

type DeliveryCall =
  | 'messages.sendAgain'
  | 'messages.sendFailedAgain'
  | 'messages.dismissFailure'
  | 'messages.markSent'
  | 'media.getForTwilio'

export function createDelivery(parts: Parts): Delivery {
  const { database, clock, random, log, tenants, twilio, publicUrl, textsQueued } = parts
  const outages = createOutageGuard({
    clock,
    random,
    probe: twilioAnswers,
    ended: (tenantId) => worker.wake([{ tenantId }]),
  })
  const media = createDeliveryMedia(parts)
  const wakeAfter = (ms: number) => worker.wakeAfter(ms)
  const busyQueues = createBusyQueues({ clock, random, wakeAfter })
  const deliver = createDeliverOne({
    ...parts,
    busyQueues,
    outages,
    wakeAfter,
    statusCallback: ({ id }) => publicUrl + routes['webhooks.twilioStatus'].path.replace('{deliveryId}', id),
    mediaUrls: (claim) => media.urls(claim),
  })
  const worker = createDeliveryWorker({ queries: database.queries, deliver, outages, busyQueues, clock, log })
  textsQueued.subscribe(worker.wake)
  const checks = createOutcomeChecks(parts)

  /** A refusal is an answer, too. */
  async function twilioAnswers(tenantId: TenantId): Promise<boolean> {
    const account = await tenants.twilioAccount(tenantId)
    if (!account) return true
    try {
      await twilio.forAccount(account).fetchAccount()
      return true
    } catch (error) {
      return error instanceof TwilioFailure && !['unknown', 'unreachable'].includes(error.failure.state)
    }
  }

  return {
    routes: { ...resendRoutes(parts), ...media.routes },
    recordStatus: createStatusReports(parts),
    isPaused: outages.isPaused,
    pausedTenants: () => outages.paused().length,
    start() {
      worker.start()
      checks.start()
    },
    async stop() {
      outages.stop()
      await Promise.all([checks.stop(), worker.stop()])
    },
  }
}
