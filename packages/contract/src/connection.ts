import { defineCalls } from './call.ts'
import { instant } from './ids.ts'
import { z } from './z.ts'

/** The hub's answer to {@link REALTIME.pingMethod}. */
export const pong = z.object({
  /** The SignalR transport of the connection. */
  transport: z.enum(['WebSockets', 'ServerSentEvents', 'LongPolling']),
  /** Milliseconds since the last announcement to the tenant; null if this process does not know. */
  quietMs: z.number().int().nullable(),
})
export type Pong = z.infer<typeof pong>

/** The current state of the tenant's texting. */
export const serverState = z.object({
  /** Number of texts that Twilio does not have yet. */
  waiting: z.number().int(),
  /** The time of the oldest one; null if there is none. */
  waitingSince: instant.nullable(),
  /** Number of texts that Twilio may or may not have. */
  unknown: z.number().int(),
  /** Twilio does not answer, and sends wait until it does. */
  paused: z.boolean(),
  /** Times of Twilio's last status report, the last delivery to a phone, and the last inbound text; null for never. */
  lastReportOn: instant.nullable(),
  lastDeliveredOn: instant.nullable(),
  lastTextOn: instant.nullable(),
})
export type ServerState = z.infer<typeof serverState>

export const connectionCalls = defineCalls({
  'settings.state': { summary: 'Waiting texts, and the last contact with Twilio', reply: serverState },
})
