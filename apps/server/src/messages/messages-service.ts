import { routes } from '@partyline/contract'
import type { RealtimeEvent, ServerState, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import type { Media } from '../media/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Clock, Database, Jobs, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { TwilioFailure } from '../twilio/index.ts'
import type { TwilioGateway } from '../twilio/index.ts'
import { readBacklog } from './backlog-store.ts'
import { createInboundMedia } from './inbound/inbound-media.ts'
import { createMediaQueue } from './inbound/media-queue.ts'
import { takeUpOldMediaJobs } from './inbound/old-media-jobs.ts'
import { createReceiving } from './inbound/receive-service.ts'
import { createReconciler } from './inbound/reconciler.ts'
import type { SignedCall } from './inbound/receive-service.ts'
import { messageRoutes } from './messages-routes.ts'
import { createAgain } from './outbound/again-service.ts'
import { createBusyLanes } from './outbound/queue/busy-lanes.ts'
import { createChecks } from './outbound/checks/check-service.ts'
import { createDeliveryMedia } from './outbound/delivery-media.ts'
import { createDeliver } from './outbound/queue/deliver.ts'
import { createOutageGuard } from './outbound/queue/outage-guard.ts'
import { createSending } from './outbound/send-service.ts'
import { createSender } from './outbound/queue/sender.ts'
import { createWriting } from './outbound/write-batch.ts'
import { createOptOuts } from './opt-outs-service.ts'
import { createReading } from './reading-service.ts'
import { readState } from './state-store.ts'
import { createStatuses } from './status-service.ts'

type Parts = {
  database: Database
  clock: Clock
  random: () => number
  log: FastifyBaseLogger
  jobs: Jobs
  publicUrl: string
  /** AUTH_SECRET: signs the addresses of media for Twilio. */
  secret: string
  tenants: Tenants
  numbers: Numbers
  media: Media
  transcript: Transcript
  chats: Chats
  twilio: TwilioGateway
  announcements: Topic<readonly RealtimeEvent[]>
}

/** How long the end of the process waits for what is under way: then leases and kept events speak for it. */
const DRAIN_MS = 10_000

/** Texting as the rest of the app sees it. */
export type Messages = ReturnType<typeof createMessages>

export function createMessages(parts: Parts) {
  const { database, clock, random, log, jobs, tenants, twilio, publicUrl, announcements } = parts
  const outages = createOutageGuard({
    clock,
    random,
    probe: (tenantId) => answers(tenantId),
    ended: (tenantId) => sender.wake([tenantId]),
  })
  /** Whether Twilio answers at all: also a refusal is an answer. */
  async function answers(tenantId: TenantId): Promise<boolean> {
    const account = await tenants.twilioAccount(tenantId)
    if (!account) return true
    try {
      await twilio.forAccount(account).fetchAccount()
      return true
    } catch (error) {
      return error instanceof TwilioFailure && !['unknown', 'unreachable'].includes(error.failure.state)
    }
  }

  async function state(tenantId: TenantId): Promise<ServerState> {
    const { waitingSince, lastReportOn, lastTextOn, ...counts } = await readState(database.queries, tenantId)
    return {
      ...counts,
      paused: outages.isPaused(tenantId),
      waitingSince: waitingSince?.toISOString() ?? null,
      lastReportOn: lastReportOn?.toISOString() ?? null,
      lastTextOn: lastTextOn?.toISOString() ?? null,
    }
  }

  const deliveryMedia = createDeliveryMedia(parts)
  const optOuts = createOptOuts(parts)
  const busyLanes = createBusyLanes({ clock, random })
  const deliver = createDeliver({
    ...parts,
    busyLanes,
    optOuts,
    outages,
    statusCallback: ({ id }) => publicUrl + routes['webhooks.twilioStatus'].path.replace('{deliveryId}', id),
    mediaUrls: (trx, send) => deliveryMedia.urls(trx, send),
  })
  const sender = createSender({ queries: database.queries, deliver, outages, busyLanes, clock, log })
  // Announced when it is committed: then there may be something to send.
  announcements.subscribe((events) => {
    sender.wake(events.filter(isSomethingToSend).map(({ tenantId }) => tenantId))
  })
  const checks = createChecks(parts)
  const sending = createSending({ ...parts, writing: createWriting(parts) })
  const receiving = createReceiving({ ...parts, optOuts })
  const reconciler = createReconciler({ ...parts, receiving })
  const mediaQueue = createMediaQueue({ ...parts, queries: database.queries, fetchMedia: createInboundMedia(parts) })
  announcements.subscribe((events) => {
    if (events.some(hasPendingMedia)) mediaQueue.wake()
  })
  takeUpOldMediaJobs({ jobs, queries: database.queries })

  return {
    routes: {
      ...messageRoutes({ sending, again: createAgain(parts), reading: createReading(parts), state }),
      ...deliveryMedia.routes,
    },
    prepareFirst: sending.prepareFirst,
    keepInbound: (call: SignedCall) => receiving.keep(call),
    recordStatus: createStatuses(parts),
    /** For metrics. */
    backlog: () => readBacklog(database.queries),
    /** Tenants whose sends wait in this process until Twilio answers again. */
    pausedTenants: () => outages.paused().length,
    start() {
      sender.start()
      checks.start()
      receiving.start()
      mediaQueue.start()
      reconciler.start()
    },
    async stop() {
      outages.stop()
      const drained = Promise.all([
        reconciler.stop(),
        receiving.stop(),
        mediaQueue.stop(),
        checks.stop(),
        sender.stop(),
      ])
      await Promise.race([drained, new Promise<void>((resolve) => clock.after(DRAIN_MS, resolve))])
    },
  }
}

function hasPendingMedia({ data }: RealtimeEvent): boolean {
  return data !== null && 'message' in data && data.message.pendingMedia > 0
}

/** Part of a new message waits for its turn, or of one that a person sends again. */
function isSomethingToSend({ data }: RealtimeEvent): boolean {
  if (data === null) return false
  const records = 'message' in data ? data.message.delivery : 'changed' in data ? data.changed : []
  return records.some(({ status }) => status === 'queued')
}
