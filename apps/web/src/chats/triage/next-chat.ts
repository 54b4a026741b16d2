import type { ChatId } from '@partyline/contract'
import { createContext } from 'react'
import { createStoredChoice } from '../../platform/stored-choice.ts'

/** Whether marking the opened chat as done opens the next one, for a person in this browser. Off by default. */
export const opensNextOf = createStoredChoice({
  name: 'opens-next',
  read: (stored) => stored === 'on',
  write: (isOn) => (isOn ? 'on' : 'off'),
})

/** Called before a chat is marked as done. Returns the way back to it, or null if it stays open. */
export type LeaveChat = (chatId: ChatId) => Return | null
/** With `ifThere`, only for someone who is still where they were led. */
type Return = (options?: { ifThere: boolean }) => void

export const LeaveChatContext = createContext<LeaveChat>(() => null)
