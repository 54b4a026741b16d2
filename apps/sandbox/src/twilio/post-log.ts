import type { Section } from '../journal/index.ts'
import type { MessageSid } from './message.ts'

/** One POST Messages, and what became of it: the message was taken or not, and what the client heard of it. */
export type PostedMessage = {
  /** Milliseconds since 1970. */
  at: number
  from: string
  to: string
  /** It names the app's delivery. */
  statusCallback: string | null
  outcome:
    | { kind: 'accepted'; messageSid: MessageSid; answer: number | 'none' | 'reset' }
    /** `code` is Twilio's; null where it gave none. */
    | { kind: 'refused'; answer: number; code: number | null }
}

export type PostLog = { entries: readonly PostedMessage[]; record(entry: PostedMessage): void }

/** Every POST Messages in order, kept as long as the messages themselves, so that a checker can count them. */
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
