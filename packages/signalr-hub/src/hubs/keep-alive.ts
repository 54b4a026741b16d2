import type { Connection } from '../connections/connection.ts'
import type { Limits } from '../platform/limits.ts'

type KeepAliveLimits = Pick<Limits, 'keepAliveInterval' | 'clientTimeoutInterval'>

/** Tracks how long both sides have been silent, to the second. A class, because there are thousands of instances. */
export class KeepAlive {
  /** Only used after a ping, which is itself received. */
  #lastReceivedAt = 0
  #receivedSinceCheck = false
  #hasPinged = false

  /** The client has sent something. */
  received(): void {
    this.#receivedSinceCheck = true
  }

  /** The client pings: from now on, its silence counts. */
  pinged(): void {
    this.#hasPinged = true
  }

  /** Returns whether to ping, or to drop a client that has fallen silent. */
  check(now: number, connection: Connection, limits: KeepAliveLimits): 'ping' | 'timeout' | undefined {
    // A paused client cannot be heard: its silence counts from its resumption.
    if (this.#receivedSinceCheck || connection.paused) this.#lastReceivedAt = now
    this.#receivedSinceCheck = false
    // A waiting poll needs no keep-alive, and a missing poll ends the connection.
    if (connection.transportName === 'LongPolling') return undefined
    if (this.#hasPinged && now - this.#lastReceivedAt >= limits.clientTimeoutInterval) return 'timeout'
    return now - connection.lastSentAt >= limits.keepAliveInterval ? 'ping' : undefined
  }
}
