import { REALTIME } from '@partyline/contract'
import type { RealtimeEvent, TenantId } from '@partyline/contract'
import type { Hub } from '@partyline/signalr-hub'
import type { FastifyBaseLogger } from 'fastify'
import { createLoop } from '../platform/index.ts'
import type { Clock } from '../platform/index.ts'
import type { HubCaller } from './hub-caller.ts'

const TURN_MS = 1_000
/** Each connection has its turn, so that the browsers of a process do not all ask at the same moment. */
const TURNS = 10

/** Together they make a client refetch its chats, numbers, users, and settings. */
const HINTS = [
  { area: 'ChatList', kind: 'ChatUpdated' },
  { area: 'Settings', kind: 'PhoneNumbersUpdated' },
] as const

type Parts = {
  hub: Hub<HubCaller>
  /** Whether the other processes are heard. */
  isConnected: () => boolean
  clock: Clock
  log: FastifyBaseLogger
}

/**
 * While other processes are not heard, tells each client of this process every ten seconds to refetch, so that it shows
 * what happened on them. Until the returned function is called.
 */
export function refetchWhileAway({ hub, isConnected, clock, log }: Parts): () => void {
  let turn = 0

  function next() {
    turn = (turn + 1) % TURNS
    if (!isConnected()) tell()
  }

  function tell() {
    const byTenant = new Map<TenantId, string[]>()
    for (const { connectionId, user } of hub.connections()) {
      if (connectionId.charCodeAt(0) % TURNS !== turn) continue
      const { tenantId } = user.caller
      byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), connectionId])
    }
    for (const [tenantId, connectionIds] of byTenant) {
      const events: RealtimeEvent[] = HINTS.map((hint) => ({
        tenantId,
        ...hint,
        chatId: null,
        version: null,
        data: null,
      }))
      hub.clients
        .clients(connectionIds)
        .send(REALTIME.clientMethod, [events])
        .catch((error: unknown) => log.error({ err: error }, 'clients were not told to refetch'))
    }
  }

  const loop = createLoop({
    clock,
    pauseMs: TURN_MS,
    startsWithPause: true,
    run: next,
    onError: (error) => log.error({ err: error }, 'failed to tell clients to refetch'),
  })
  loop.start()
  return () => void loop.stop()
}
