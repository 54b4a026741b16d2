import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Database } from '../platform/index.ts'

export type PoolSource = Pick<Database['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>

/** Returns what brings the figures up to date. */
export function watchPool(registry: Registry, pool: PoolSource): () => void {
  const registers = [registry]
  const connections = new Gauge({
    name: 'partyline_database_pool_connections',
    help: 'Connections of this process to the database.',
    labelNames: ['state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'partyline_database_pool_waiting',
    help: 'Requests of this process that wait for a connection to the database.',
    registers,
  })
  return () => {
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    waiting.set(pool.waitingCount)
  }
}
