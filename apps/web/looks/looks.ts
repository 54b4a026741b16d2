import type { CallName, RealtimeEvent } from '@partyline/contract'
import type { Clinic } from './clinic.ts'

export { chatId, sampleChat } from '../src/core/tests/sample-chats.ts'
export { contact, createClinic, delivered, memberOf } from './clinic.ts'
export type { Clinic } from './clinic.ts'

/** How the page answers a call instead of as usual. */
export type Order = { kind: 'hold' } | { kind: 'lose' } | { kind: 'refuse'; status: number; message: string }

/** `looks`, a global of the page. */
export type Looks = {
  /** Opens an address of the app, answered from this clinic. */
  open: (address: string, clinic: Clinic) => Promise<void>
  /** Answers from this clinic from now on. */
  use: (clinic: Clinic) => void
  order: (name: CallName, order: Order) => void
  /** Undoes the order of a call, and answers requests that were held. */
  release: (name: CallName) => void
  /** Sends an event to the app as the hub would. */
  announce: (event: RealtimeEvent) => void
  /** Leaves the page as if it had just been loaded. */
  reset: () => Promise<void>
}
