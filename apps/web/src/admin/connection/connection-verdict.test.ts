import type { ServerState } from '@partyline/contract'
import { expect, test } from 'vitest'
import { serverVerdictOf, verdictOf } from './connection-verdict.ts'

const FAST = { transport: 'WebSockets', ms: 20 } as const

test.each([
  ['good', { online: true, state: 'Connected', ping: FAST }],
  ['good', { online: true, state: 'Connected', ping: null }],
  ['good', { online: true, state: 'Connected', ping: { transport: 'ServerSentEvents', ms: 20 } }],
  ['slow', { online: true, state: 'Connected', ping: { transport: 'LongPolling', ms: 1_001 } }],
  ['roundabout', { online: true, state: 'Connected', ping: { transport: 'LongPolling', ms: 20 } }],
  ['connecting', { online: true, state: 'Connecting', ping: FAST }],
  ['connecting', { online: true, state: 'Reconnecting', ping: FAST }],
  ['disconnected', { online: true, state: 'Disconnected', ping: FAST }],
  ['offline', { online: false, state: 'Connected', ping: FAST }],
] as const)('verdictOf returns %s for %o', (verdict, seen) => {
  expect(verdictOf(seen)).toBe(verdict)
})

const QUIET: ServerState = {
  waiting: 0,
  waitingSince: null,
  unknown: 0,
  paused: false,
  lastReportOn: null,
  lastDeliveredOn: null,
  lastTextOn: null,
}
const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['good', {}],
  ['good', { waiting: 3, waitingSince: '2026-11-21T11:55:00.000Z' }],
  ['behind', { waiting: 3, waitingSince: '2026-11-21T11:54:59.999Z', unknown: 1 }],
  ['unresolvedText', { unknown: 1 }],
  ['paused', { waiting: 3, waitingSince: '2026-11-21T10:00:00.000Z', paused: true }],
])('serverVerdictOf returns %s for %o', (verdict, change) => {
  expect(serverVerdictOf({ ...QUIET, ...change }, NOW)).toBe(verdict)
})
