import { defineCalls } from './call.ts'
import { instant } from './ids.ts'
import { z } from './z.ts'

/** What the hub answers to {@link REALTIME.pingMethod}. */
export const pong = z.object({
  /** By which of SignalR's transports the connection came in. */
  transport: z.enum(['WebSockets', 'ServerSentEvents', 'LongPolling']),
})
export type Pong = z.infer<typeof pong>

/** How texts of the tenant go out and come in at the moment. */
export const serverState = z.object({
  /** Texts that Twilio does not have yet. */
  waiting: z.number().int(),
  /** Since when the longest waiting of them waits; null where none does. */
  waitingSince: instant.nullable(),
  /** Texts of which nobody knows whether Twilio has them. */
  unknown: z.number().int(),
  /** Twilio does not answer, and what is to be sent waits until it does. */
  paused: z.boolean(),
  /** When Twilio last told what became of a text, and when the last text from a phone came in; null for never. */
  lastReportOn: instant.nullable(),
  lastTextOn: instant.nullable(),
})
export type ServerState = z.infer<typeof serverState>

export const connectionCalls = defineCalls({
  'settings.state': { summary: 'What waits to be sent, and when Twilio was last heard of', reply: serverState },
})
