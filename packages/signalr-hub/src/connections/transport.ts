import type { OutgoingRecord } from './record.ts'

/** The transports, as named in negotiate. */
export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling'

/** Carries the bytes of one connection. */
export interface Transport {
  readonly name: TransportName
  /** False while the network is backed up, or no poll is waiting. */
  readonly writable: boolean
  /** True while the client does not read bytes that were written. */
  readonly blocked: boolean
  /** Sends one record, which may contain several messages. */
  write(record: OutgoingRecord): void
  /** Closes cleanly after everything written has been sent. */
  end(cause: 'normal' | 'error'): void
  /** Drops the connection immediately. */
  destroy(): void
  /** Stops reading, if the transport can, which causes backpressure. */
  pause(): void
  resume(): void
  /** Called about once a second. */
  tick(now: number): void
}
