import type { OutgoingRecord } from './record.ts'

/** The transports, by the names that negotiate uses. */
export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling'

/** Carries the bytes of one connection. */
export interface Transport {
  readonly name: TransportName
  /** False while nothing more should be handed over: the network is backed up, or no poll is waiting. */
  readonly writable: boolean
  /** True while bytes were handed over and the other side does not take them. */
  readonly blocked: boolean
  /** Sends one record; several messages may be joined in it. */
  write(record: OutgoingRecord): void
  /** Ends cleanly once everything handed over has left. */
  end(cause: 'normal' | 'error'): void
  /** Cuts the line now. */
  destroy(): void
  /** Stops taking input, where the transport can: the other side feels it as back-pressure. */
  pause(): void
  resume(): void
  /** Called about once a second. */
  tick(now: number): void
}
