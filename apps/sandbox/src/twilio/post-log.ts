import type { Section } from '../journal/index.ts'
import type { MessageSid } from './message.ts'

/** One POST Messages with its outcome: whether the message was accepted, and the response. */
export type PostedMessage = {
  /** Milliseconds since 1970. */
  at: number
  from: string
  to: string
  /** Identifies the app's delivery. */
  statusCallback: string | null
  outcome:
    | { kind: 'accepted'; messageSid: MessageSid; answer: number | 'none' | 'reset' }
    /** `code` is Twilio's, or null. */
    | { kind: 'refused'; answer: number; code: number | null }
}

export type PostLog = { entries: readonly PostedMessage[]; record(entry: PostedMessage): void }

/** Every POST Messages in order, stored as long as the messages themselves, so that a checker can count them. */
export function createPostLog(journal: Section<PostedMessage>): PostLog {
  const entries = [...journal.past]
  return {
    entries,
    record(entry) {
      journal.append(entry)
      entries.push(entry)
    },
  }
}
