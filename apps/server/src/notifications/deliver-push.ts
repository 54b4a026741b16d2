import type { PushPayload } from '@partyline/contract'
import { NOTIFY_AFTER_MS } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock, Database } from '../platform/index.ts'
import { recordNotDelivered } from './decisions-store.ts'
import { deleteDevice, markPushed } from './devices-store.ts'
import type { PushGateway } from './push-gateway.ts'
import type { Settled } from './sender.ts'
import { addPushedChats, addSends, hasDevice } from './sends-store.ts'
import type { ClaimedPush } from './sends-store.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
  push: PushGateway
  onFallback: () => void
}

/** Sends one notification to one device. */
export function createPushDelivery({ database, clock, log, push, onFallback }: Parts) {
  const db = database.queries

  /** The device is gone. If it was the person's last one, Teams notifies them. */
  async function fallBack(send: ClaimedPush): Promise<void> {
    const { tenantId, userId, chatId, kind, itemId, count, happenedAt } = send
    await database.transaction(async (trx) => {
      await deleteDevice(trx, send)
      if (kind === 'read' || (await hasDevice(trx, send))) return
      const waits = kind === 'text' ? NOTIFY_AFTER_MS.teams : 0
      const dueAt = new Date(happenedAt.getTime() + waits)
      await addSends(trx, [{ tenantId, userId, chatId, kind, itemId, count, happenedAt, deviceId: null, dueAt }])
    })
    onFallback()
  }

  return async function deliver(send: ClaimedPush): Promise<Settled> {
    const { chatId, kind } = send
    // Before it is sent, because it must be withdrawn later even if this process ends now.
    if (kind === 'text' || kind === 'mention') await addPushedChats(db, [pick(send)])
    const outcome = await push.send(send, {
      payload: payloadOf(send),
      // As long as a topic may be.
      topic: chatId.replaceAll('-', ''),
      urgency: kind === 'read' ? 'low' : 'high',
    })
    if (outcome.state === 'accepted' && kind !== 'read') await markPushed(db, send, clock.now())
    if (outcome.state === 'gone') await fallBack(send)
    if (outcome.state === 'refused' || outcome.state === 'unknown') {
      log.warn({ reason: outcome.reason }, 'push failed')
      if (kind !== 'read') await recordNotDelivered(db, { ...send, kind }, { channel: 'push', at: clock.now() })
    }
    return outcome.state === 'busy' ? { againInMs: outcome.retryAfterMs } : 'settled'
  }
}

function pick({ tenantId, deviceId, chatId }: ClaimedPush) {
  return { tenantId, deviceId, chatId }
}

function payloadOf({ kind, chatId, itemId, count }: ClaimedPush): PushPayload {
  return kind === 'read' ? { kind, chatIds: [chatId] } : { kind, chatId, itemId, count }
}
