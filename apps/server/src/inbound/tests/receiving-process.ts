import type { RealtimeEvent, TenantId } from '@partyline/contract'
import { createChats } from '../../chats/index.ts'
import type { Line } from '../../numbers/index.ts'
import type { QueuedText } from '../../delivery/index.ts'
import { createTopic, systemClock } from '../../platform/index.ts'
import type { Clock, Database } from '../../platform/index.ts'
import { createTranscript } from '../../transcript/index.ts'
import { createConsents } from '../../consent/consent-service.ts'
import { createInboundIntake } from '../intake.ts'

const fail = (error: unknown) => {
  throw error
}
const uncalled = () => fail(new Error('A text to a number that is not in use goes into no chat.'))

/** There is no sweep but the one at the start. */
const oneSweep: Clock = { ...systemClock, after: (ms, work) => (ms === 0 ? systemClock.after(ms, work) : () => {}) }

type Circumstances = {
  /** Told which numbers the process looks up, in the order of placing. */
  lookUp?: (numbers: readonly string[], tenantId: TenantId) => void | Promise<void>
  clock?: Clock
  /** The tenants that use a number of a shared account. */
  users?: Record<string, TenantId>
}

/** A process in which no number is in use, so that no text needs a chat. */
export function startProcess(database: Database, { lookUp, clock = oneSweep, users = {} }: Circumstances = {}) {
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  const events: RealtimeEvent[][] = []
  announcements.subscribe((list) => events.push([...list]))
  const transcript = createTranscript({ presentFile: uncalled })
  const textsQueued = createTopic<readonly QueuedText[]>(fail)
  const parts = {
    database,
    clock,
    transcript,
    announcements,
    textsQueued,
    mediaQueued: uncalled,
    readTextParts: uncalled,
  }
  const chats = createChats({
    ...parts,
    log: { error: uncalled },
    numbers: { findLine: uncalled, listInUse: uncalled, requireTextable: uncalled },
  })
  const receiving = createInboundIntake({
    ...parts,
    tenants: { find: uncalled },
    chats,
    consents: createConsents({ ...parts, chats }),
    log: { error: () => {}, info: () => {} },
    numbers: {
      findInUse: async (_db, _accountSid, number) => {
        const tenantId = users[number]
        return tenantId ? ({ tenantId } as Line) : null
      },
      async inUseAmong(_db, tenantId, numbers) {
        await lookUp?.(numbers, tenantId)
        return []
      },
      contactsByNumber: async () => [],
      defaultUsers: uncalled,
      findOrCreateContact: uncalled,
    },
  })
  return Object.assign(receiving, { events })
}
