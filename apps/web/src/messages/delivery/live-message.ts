import type { Member, Message } from '@partyline/contract'
import { useSyncExternalStore } from 'react'

/** A message and its chat's members, live, for components outside of the chat. */
export type LiveMessage = {
  subscribe: (listener: () => void) => () => void
  /** Undefined once it is no longer loaded. */
  message: () => Message | undefined
  members: () => readonly Member[]
}

export function useLiveMessage({ subscribe, message, members }: LiveMessage) {
  return { message: useSyncExternalStore(subscribe, message), members: useSyncExternalStore(subscribe, members) }
}
