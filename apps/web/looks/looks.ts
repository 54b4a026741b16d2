import type { CallName, ErrorCode, PresenceEntry, RealtimeEvent } from '@partyline/contract'
import type { Clinic } from './clinic.ts'

export { chatId, sampleChat } from '../src/core/tests/sample-chats.ts'
export { cardOf } from './contact-answers.ts'
export {
  check,
  contact,
  createClinic,
  delivered,
  hookEvent,
  hookOf,
  line,
  memberOf,
  noteBy,
  pushDevice,
} from './clinic.ts'
export type { Clinic } from './clinic.ts'

/** How the page answers a call instead of as usual. */
export type Order =
  | { kind: 'hold' }
  | { kind: 'lose' }
  | { kind: 'loseAnswer' }
  | { kind: 'refuse'; code: ErrorCode; message: string; field?: string }

/** A request as the server would read it. Of `body` and `form`, it has at most one. */
export type SentRequest = { key: string | null; params: unknown; query: unknown; body: unknown; form: unknown }

/** `looks`, a global of the page. */
export type Looks = {
  /** Opens an address of the app, answered from this clinic. */
  open: (address: string, clinic: Clinic) => Promise<void>
  /** Answers from this clinic from now on. */
  use: (clinic: Clinic) => void
  /** Returns what `release` takes. */
  order: (name: CallName, order: Order) => number
  /** Undoes an order. Requests that it held are answered. */
  release: (order: number) => void
  /** The requests for a call since the scene began, also those without an answer. */
  sent: (name: CallName) => SentRequest[]
  /** Sends an event to the app as the hub would. */
  announce: (event: RealtimeEvent) => void
  /** Tells the app of someone's presence as the hub would. */
  meet: (entry: PresenceEntry) => void
  /** Leaves the page as if it had just been loaded. */
  reset: () => Promise<void>
}
