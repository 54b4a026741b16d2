import { PAGE, WEBHOOK_RETENTION_DAYS } from '@partyline/contract'
import type { RealtimeEvent } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Media } from '../media/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Consents } from '../consent/index.ts'
import { createLoop } from '../platform/index.ts'
import type { Clock, Database, Handlers, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { SignedCall, TwilioGateway } from '../twilio/index.ts'
import { createInboundMedia } from './inbound-media.ts'
import { readInboundText } from './inbound-text.ts'
import { createInboundIntake } from './intake.ts'
import { createMediaQueue } from './media-queue.ts'
import { dropParameters, rejectedEvents } from './provider-events-store.ts'
import { createReconciler } from './reconciler.ts'
import { createReadTextParts } from './text-parts.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DROPPED_AT_ONCE = 1_000

type Parts = {
  database: Database
  clock: Clock
  random: () => number
  log: FastifyBaseLogger
  tenants: Tenants
  numbers: Numbers
  media: Media
  chats: Chats
  consents: Consents
  twilio: TwilioGateway
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
}

export type Inbound = {
  routes: Pick<Handlers, 'settings.rejectedMessages'>
  /**
   * Stores a text; once this resolves, Twilio can be answered. Everything else happens in the background. False if there was
   * nothing to store. Fails if the account has changed since it signed.
   */
  keep(call: SignedCall): Promise<boolean>
  start(): void
  /** Takes no more work, and waits for work in progress. */
  stop(): Promise<void>
}

export function createInbound(parts: Parts): Inbound {
  const { queries } = parts.database
  const mediaQueue = createMediaQueue({ ...parts, queries, fetchMedia: createInboundMedia(parts) })
  const intake = createInboundIntake({
    ...parts,
    mediaQueued: mediaQueue.wake,
    readTextParts: createReadTextParts(parts),
  })
  const reconciler = createReconciler({ ...parts, intake })
  const expiry = createLoop({
    clock: parts.clock,
    pauseMs: HOUR_MS,
    run: dropOldParameters,
    onError: (error) => parts.log.error({ err: error }, 'failed to drop the contents of old webhooks'),
  })

  async function dropOldParameters() {
    const processedBefore = new Date(parts.clock.now().getTime() - WEBHOOK_RETENTION_DAYS * DAY_MS)
    let dropped = DROPPED_AT_ONCE
    while (dropped === DROPPED_AT_ONCE && !expiry.isStopped()) {
      dropped = await dropParameters(queries, { processedBefore, limit: DROPPED_AT_ONCE })
    }
  }

  return {
    routes: {
      'settings.rejectedMessages': async ({ caller }) => {
        const events = await rejectedEvents(queries, caller.tenantId, PAGE.rejectedMessages)
        return events.map(({ receivedAt, rejectedReason: reason, ...event }) => {
          const { from, to, text } = readInboundText(event)
          return { from, to, receivedOn: receivedAt.toISOString(), reason, text }
        })
      },
    },
    keep: intake.keep,
    start() {
      intake.start()
      mediaQueue.start()
      reconciler.start()
      expiry.start()
    },
    async stop() {
      await Promise.all([expiry.stop(), reconciler.stop(), intake.stop(), mediaQueue.stop()])
    },
  }
}
