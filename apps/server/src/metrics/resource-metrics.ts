import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Database, StorageWatch } from '../platform/index.ts'

export type PoolSource = Pick<Database['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>

/** Returns a function that updates the figures. */
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

/** Returns a function that brings the figures up to date. */
export function watchStorage(registry: Registry, { isFull }: Pick<StorageWatch, 'isFull'>): () => void {
  const full = new Gauge({
    name: 'partyline_storage_full',
    help: '1 from the first write that failed because the storage was full until there is space again, otherwise 0.',
    labelNames: ['storage'],
    registers: [registry],
  })
  return () => {
    for (const storage of ['database', 'media'] as const) full.set({ storage }, isFull(storage) ? 1 : 0)
  }
}
