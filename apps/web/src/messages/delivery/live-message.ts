import type { Member, Message } from '@partyline/contract'
import { useSyncExternalStore } from 'react'

/** A message and the people of its chat as they are held now, for what is drawn outside of the chat. */
export type LiveMessage = {
  subscribe: (listener: () => void) => () => void
  /** Undefined once the chat lets go of it. */
  message: () => Message | undefined
  members: () => readonly Member[]
}

export function useLiveMessage({ subscribe, message, members }: LiveMessage) {
  return { message: useSyncExternalStore(subscribe, message), members: useSyncExternalStore(subscribe, members) }
}
