import type { Connection } from '../connections/connection.ts'
import type { Limits } from '../server/options.ts'

type KeepAliveLimits = Pick<Limits, 'keepAliveInterval' | 'clientTimeoutInterval'>

/** Watches the silence of both sides, to the second. A class, because there are thousands of them. */
export class KeepAlive {
  #lastReceivedAt: number
  #receivedSinceCheck = false
  #hasPinged = false

  constructor(now: number) {
    this.#lastReceivedAt = now
  }

  /** Something came from the client. */
  received(): void {
    this.#receivedSinceCheck = true
  }

  /** The client has shown that it pings; silence counts from the first ping on. */
  pinged(): void {
    this.#hasPinged = true
  }

  /** Says what is due: a ping, or the end of a client that has fallen silent. */
  check(now: number, connection: Connection, limits: KeepAliveLimits): 'ping' | 'timeout' | undefined {
    // A paused client cannot be heard: its silence counts from when it is resumed.
    if (this.#receivedSinceCheck || connection.paused) this.#lastReceivedAt = now
    this.#receivedSinceCheck = false
    // A poll that waits is its own keep-alive, and one that does not come ends the connection.
    if (connection.transportName === 'LongPolling') return undefined
    if (this.#hasPinged && now - this.#lastReceivedAt >= limits.clientTimeoutInterval) return 'timeout'
    return now - connection.lastSentAt >= limits.keepAliveInterval ? 'ping' : undefined
  }
}
