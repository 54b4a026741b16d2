import type { MemberId, NumberId } from '@partyline/contract'
import type { ChatListQuery, MessageQuery, NoteQuery } from '../../platform/query-keys.ts'

/** Calendar days in the person's time zone, as `2026-11-19`; an empty one is open. */
type CustomDates = { kind: 'custom'; from: string; to: string }

export type ChosenFilters = {
  /** Chats with this person, or messages from them. */
  person: { id: MemberId; name: string; as: 'with' | 'from' } | null
  line: { id: NumberId; name: string } | null
  dates: { kind: 'today' | 'week' | 'month' } | CustomDates | null
  hasPicture: boolean
  /** Only notes; also by `in:notes` in the text. */
  inNotes: boolean
}

export const NOTHING_CHOSEN: ChosenFilters = {
  person: null,
  line: null,
  dates: null,
  hasPicture: false,
  inNotes: false,
}

/** Filters on messages. */
export type MessageFilters = Omit<MessageQuery, 'mode' | 'term'>

/** Filters on notes. */
export type NoteFilters = Omit<NoteQuery, 'term'>

export type SearchFilters = {
  chosen: ChosenFilters
  /** For a list of chats. */
  chats: NonNullable<ChatListQuery['searchFilters']>
  /** Null if no filter is about single messages. */
  messages: MessageFilters | null
  /** Null if no note can pass the filters. */
  notes: NoteFilters | null
}

/** The filters for requests; null if none is chosen. */
export function searchFiltersOf(chosen: ChosenFilters, now: Date): SearchFilters | null {
  const { person, line, dates, hasPicture, inNotes } = chosen
  if (person === null && line === null && dates === null && !hasPicture && !inNotes) return null
  const chats = {
    ...(person?.as === 'with' && { memberId: person.id }),
    ...(line && { numberId: line.id }),
  }
  const isOfMessages = person?.as === 'from' || dates !== null || hasPicture
  const range = dates && rangeOf(dates, now)
  const messages = {
    ...chats,
    ...(person?.as === 'from' && { sentBy: person.id }),
    ...range,
    hasPicture,
  }
  const notes = {
    ...(line && { numberId: line.id }),
    ...(person?.as === 'from' && { createdBy: person.id }),
    ...range,
  }
  // Notes are found neither by the members of their chat nor by pictures.
  const canBeNotes = person?.as !== 'with' && !hasPicture
  return { chosen, chats, messages: isOfMessages ? messages : null, notes: canBeNotes ? notes : null }
}

const DAYS = { today: 1, week: 7, month: 30 } as const

/** From the start of the first day to the end of the last one. */
function rangeOf(dates: NonNullable<ChosenFilters['dates']>, now: Date): { from?: string; to?: string } {
  if (dates.kind !== 'custom') {
    const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS[dates.kind] + 1)
    return { from: first.toISOString() }
  }
  return {
    ...(dates.from && { from: startOf(dates.from, 0).toISOString() }),
    ...(dates.to && { to: new Date(startOf(dates.to, 1).getTime() - 1).toISOString() }),
  }
}

/** The start of a day, or of a later one. Not every day has 24 hours. */
function startOf(day: string, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}
