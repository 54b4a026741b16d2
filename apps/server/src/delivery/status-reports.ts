import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import type { Clock, Database, Queries, Topic } from '../platform/index.ts'
import { findReported } from '../transcript/index.ts'
import type { DeliveryId, StoredDelivery } from '../transcript/index.ts'
import type { SignedCall } from '../twilio/index.ts'
import { FIRST_CHECK_MS } from './check-policy.ts'
import { recordMove } from './record-move.ts'
import { keepStatus } from './status-reports-store.ts'
import { moveOf } from './twilio-status.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info'>
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
}

/**
 * Records what Twilio reports of a text that we sent. A report belongs to the delivery with the text's SID, or else to the
 * one that the URL names, if that has no SID yet. Any other report is stored until a delivery gets the SID. Late and
 * repeated reports change nothing.
 */
export function createStatusReports({ database, clock, log, chats, announcements }: Parts) {
  async function deliveryForReport(db: Queries, tenantId: TenantId, { id, sid }: { id: DeliveryId; sid: string }) {
    const found = await findReported(db, tenantId, { id, sid })
    if (found?.earlierSids.includes(sid)) return 'over'
    return found?.providerSid === sid || found?.providerSid === null ? found : null
  }

  async function apply(delivery: StoredDelivery, move: NonNullable<ReturnType<typeof moveOf>>, sid: string) {
    const { tenantId, chatId, id } = delivery
    const events: RealtimeEvent[] = []
    await database.transaction(async (trx) => {
      await chats.hold(trx, tenantId, chatId)
      // Read again, now that the chat is locked.
      const still = await deliveryForReport(trx, tenantId, { id, sid })
      if (still === 'over' || still?.id !== id) return
      const at = clock.now()
      // If no final report arrives, Twilio is asked.
      const checkAt = new Date(at.getTime() + FIRST_CHECK_MS.accepted)
      const report = { at, callbackAt: at, providerSid: sid, checkAt, ...move }
      await recordMove(trx, { chats, events }, { tenantId, chatId, id, ...report })
    })
    if (events.length === 0) return
    const { status, errorCode } = move
    // The report is a request of its own, other than the one that sent the text.
    log.info({ deliveryId: id, status, errorCode, originRequestId: delivery.requestId }, 'text reported by Twilio')
    announcements.publish(events)
  }

  return async function recordStatus(deliveryId: string, { parameters, tenants }: SignedCall): Promise<void> {
    const id = deliveryId as DeliveryId
    const sid = parameters['MessageSid']
    const report = { status: parameters['MessageStatus'] ?? '', errorCode: readErrorCode(parameters['ErrorCode']) }
    const move = moveOf(report)
    if (!move || !sid) return
    for (const { tenantId } of tenants) {
      const delivery = await deliveryForReport(database.queries, tenantId, { id, sid })
      if (delivery === 'over') return
      if (delivery) return apply(delivery, move, sid)
    }
    const tenantId = tenants[0]?.tenantId
    if (tenantId) await keepStatus(database.queries, { tenantId, messageSid: sid, ...report, at: clock.now() })
  }
}

/** Twilio's error codes have five digits. Anything else is not one. */
function readErrorCode(text: string | undefined): number | null {
  return /^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) : null
}
