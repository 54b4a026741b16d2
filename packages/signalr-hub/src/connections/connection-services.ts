import type { Clock } from '../server/clock.ts'
import type { Logger } from '../server/logger.ts'
import type { Limits } from '../server/options.ts'
import type { Batcher } from './batch.ts'
import type { Connection } from './connection.ts'
import type { Flusher } from './flusher.ts'

/** What all connections of a hub share. */
export type ConnectionServices = {
  readonly limits: Limits
  readonly clock: Clock
  readonly logger: Logger
  readonly flusher: Flusher
  readonly batcher: Batcher
  /** Whether a connection ends when `expiresAt` of its user has passed. */
  readonly closeWhenExpired: boolean
  /** Forgets a connection that is over. */
  readonly forget: (connection: Connection) => void
}
