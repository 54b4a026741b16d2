import { isBlank } from '@partyline/contract'
import type { Member, MemberId, Note } from '@partyline/contract'
import { deliverySummary } from '../delivery/delivery-summary.ts'
import { STATUS_TEXTS } from '../delivery/status-texts.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { NOTE_TEXTS } from '../notes/note-texts.ts'
import { authorName } from './transcript-rows.ts'
import type { TranscriptRow } from './transcript-rows.ts'

type Parts = { members: readonly Member[]; me: MemberId; clock: (time: string) => string }

/** A message or a note for screen readers: author, text, and status, then the time. */
export function spokenMessage(row: TranscriptRow, { members, me, clock }: Parts): string {
  const { message, outgoing } = row
  const files = message.media.length > 0 ? MESSAGE_TEXTS.picture(message.media.length) : null
  const text = isBlank(message.text) ? (files ?? STATUS_TEXTS.empty) : message.text
  const filesToo = isBlank(message.text) ? null : files
  const parts = row.note ? partsOf(row.note) : [authorName(row), text, filesToo, statusOf()]
  return [...parts, clock(message.sentOn)].filter((part) => part !== null).join(', ')

  function partsOf({ editedOn, deletedOn }: Note): (string | null)[] {
    const author = row.mine ? null : authorName(row)
    if (deletedOn !== null) return [NOTE_TEXTS.deletedBy(author)]
    return [`${NOTE_TEXTS.by(author)}: ${text}`, filesToo, editedOn && NOTE_TEXTS.edited]
  }

  function statusOf(): string | null {
    if (outgoing?.state.kind === 'failed') return `${MESSAGE_TEXTS.notSent} ${outgoing.state.reason}`
    if (outgoing !== null || message.pending) return MESSAGE_TEXTS.sending
    return deliverySummary(message, { members, me })?.text ?? null
  }
}
