import type { RealtimeEvent } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { createBatches } from '../platform/index.ts'
import type { Clock, Database, Topic } from '../platform/index.ts'
import type { DeliveryId, MovedDelivery } from '../transcript/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import { FIRST_CHECK_MS } from './check-times.ts'
import { eventsOf } from './record-move.ts'
import { recordReports } from './status-reports-store.ts'
import type { Report } from './status-reports-store.ts'
import { moveOf } from './twilio-status.ts'

/** Reports recorded in one commit. */
const MAX_PER_COMMIT = 64

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info'>
  announcements: Topic<readonly RealtimeEvent[]>
}

/**
 * Records what Twilio reports of a text that we sent, many reports in one statement. A report belongs to the delivery with the
 * text's SID, or else to the one that the URL names, if that has no SID yet. Any other report is stored until a delivery
 * gets the SID. Late and repeated reports change nothing.
 */
export function createStatusReports({ database, clock, log, announcements }: Parts) {
  const record = createBatches<Report, MovedDelivery | null>({
    most: MAX_PER_COMMIT,
    sideBySide: { atOnce: 2, groupOf: ({ tenantIds }) => tenantIds.join() },
    // Each report of a text sees the outcome of the one before.
    keyOf: ({ id }) => id,
    async run(reports) {
      const moved = await database.statement((db) => recordReports(db, reports))
      if (moved.length > 0) announcements.publish(eventsOf(moved))
      const byPlace = new Map(moved.map((delivery) => [delivery.place, delivery]))
      return reports.map((_, place) => ({ status: 'fulfilled', value: byPlace.get(place) ?? null }))
    },
  })

  /** Resolves once the report is committed: to false if nothing was, because it reports nothing. */
  return async function recordStatus(deliveryId: string, call: SignedCall): Promise<boolean> {
    const { parameters, tenants, ...account } = call
    const sid = parameters['MessageSid']
    const twilio = { status: parameters['MessageStatus'] ?? '', errorCode: readErrorCode(parameters['ErrorCode']) }
    const move = moveOf(twilio)
    if (!move || !sid) return false
    const at = clock.now()
    // If no final report arrives, Twilio is asked.
    const checkAt = new Date(at.getTime() + FIRST_CHECK_MS.accepted)
    const applied = { at, callbackAt: at, providerSid: sid, checkAt, ...move }
    const tenantIds = tenants.map(({ tenantId }) => tenantId)
    const moved = await record({ id: deliveryId as DeliveryId, tenantIds, ...account, twilio, ...applied })
    if (!moved) return true
    const { deliveryId: id, requestId } = moved
    // The report is a separate request from the one that sent the text.
    const { status, errorCode } = move
    log.info({ deliveryId: id, status, errorCode, originRequestId: requestId }, 'text reported by Twilio')
    return true
  }
}

/** Twilio's error codes have five digits. Anything else is not one. */
function readErrorCode(text: string | undefined): number | null {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null
}
