import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** Since the process started; `connections` now, by transport; `redisUp` null if no Redis is configured. */
export type HubSource = () => {
  connections: Record<string, number>
  sent: number
  received: number
  redisUp: boolean | null
}

/** Returns a function that updates the figures. */
export function watchHub(registry: Registry, figures: HubSource): () => void {
  const registers = [registry]
  const connections = new Gauge({
    name: 'partyline_hub_connections',
    help: 'Browsers that are connected to this process for real time.',
    labelNames: ['transport'],
    registers,
  })
  const messages = new Counter({
    name: 'partyline_hub_messages_total',
    help: 'Messages to browsers, once for each, and calls of theirs.',
    labelNames: ['direction'],
    registers,
  })
  const redis = new Gauge({
    name: 'partyline_redis_up',
    help: '1 while this process reaches the others through Redis, otherwise 0; absent without REDIS_URL.',
    registers,
  })
  return () => {
    const { connections: byTransport, sent, received, redisUp } = figures()
    if (redisUp === null) redis.remove()
    else redis.set(redisUp ? 1 : 0)
    for (const [transport, count] of Object.entries(byTransport)) connections.set({ transport }, count)
    messages.reset()
    messages.inc({ direction: 'sent' }, sent)
    messages.inc({ direction: 'received' }, received)
  }
}
