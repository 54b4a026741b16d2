import type { ChatChange, ChatId, Member, MemberId, Message, MessageId, Note } from '@partyline/contract'
import { isShowable } from '../../media/index.ts'
import type { DeliveryActions } from '../delivery/use-delivery-actions.ts'
import { isMentioned } from '../../core/chats/note-pages.ts'
import { compareMessages, isWritten } from '../../core/history/history.ts'
import type { Outgoing } from '../../core/outbox/outgoing.ts'
import { asMessage } from '../../core/outbox/outgoing.ts'
import type { People } from '../../core/people.ts'
import { isPhone } from '../../core/people.ts'
import type { GalleryPicture } from '../../media/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { messageOfNote } from '../notes/note-message.ts'

/** The longest pause between messages of one group. */
const GROUP_PAUSE_MS = 5 * 60_000

/** A message or a note on screen. Parts above it belong to its row, so that rows and messages correspond. */
export type TranscriptRow = {
  /** Stays the same when the server's version replaces the outgoing message. */
  key: string
  /** A note has the shape of a message here, too. */
  message: Message
  note: Note | null
  /** Whether it is a note of someone else that mentions this person. */
  mentionsMe: boolean
  author: Member | undefined
  mine: boolean
  /** Our side is the right: the person's own messages, and in chats with contacts the team's. */
  side: 'ours' | 'theirs'
  startsDay: boolean
  /** Changes between the previous message and this one, on earlier days and on the same day. */
  before: readonly ChatChange[]
  above: readonly ChatChange[]
  /** Changes after it; in the last row only. */
  below: readonly ChatChange[]
  startsGroup: boolean
  /** How many messages are new from here on; otherwise 0. */
  newFromHere: number
  /** Null once it is on the server. */
  outgoing: Outgoing | null
  /** Previews until the server's pictures are loaded. */
  previews: readonly string[]
}

/** Actions on the message of a row. */
export type RowActions = {
  onReply: (row: TranscriptRow) => void
  onGoTo: (messageId: MessageId) => void
  /** Shows the message's delivery to each member. */
  onDetails: (message: Message) => void
  /** The actions for a failed message; null if the person may not write. */
  deliveryActions: ((message: Message) => DeliveryActions) | null
  /** Null if the person is not a member. */
  onMarkUnread: ((message: Message) => Promise<void>) | null
  /** Null if the person may not write. */
  onRetry: ((outgoing: Outgoing) => void) | null
  onDiscard: (outgoing: Outgoing) => void
  /** Undoes a held message; null if the person may not. */
  undoOf: (message: Message) => (() => Promise<void>) | null
  notes: NoteActions
}

/** The context that a note's tools need. */
export type NoteActions = {
  chatId: ChatId
  /** Admins see earlier texts. */
  isAdmin: boolean
  /** Notes of a deleted chat can only be read. */
  isDeleted: boolean
  onChanged: (note: Note) => void
}

export type NewLine = { messageId: MessageId; count: number }

type Parts = {
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  /** Held messages, which are shown like sent ones. */
  held?: readonly Message[]
  /** From the time that the messages cover, oldest first. */
  notes?: readonly Note[]
  /** The same. */
  changes: readonly ChatChange[]
  people: People
  me: MemberId
  newLine: NewLine | null
  sameDay: (one: string, other: string) => boolean
}

/** The messages and notes of a chat as rows, oldest first, outgoing ones last. */
export function transcriptRows(parts: Parts): TranscriptRow[] {
  const { people, me, newLine } = parts
  const reachesPhones = [...people.values()].some(isPhone)
  const entries = entriesOf(parts)
  const changesBefore = changesOf(entries, parts.changes)
  return entries.map(({ key, message, note, outgoing, previews }, index) => {
    const entryBefore = entries[index - 1]
    const before = entryBefore?.message
    // Each note has its author and time, and so has the message after it.
    const isNextToNote = note !== null || (entryBefore?.note ?? null) !== null
    const author = people.get(message.sentBy)
    const mine = message.sentBy === me
    const newFromHere = newLine?.messageId === message.id ? newLine.count : 0
    const startsDay = before === undefined || !parts.sameDay(before.sentOn, message.sentOn)
    const changes = changesBefore[index] ?? []
    const isToday = ({ at }: ChatChange) => parts.sameDay(at, message.sentOn)
    return {
      key,
      message,
      note,
      mentionsMe: note !== null && isMentioned(note, me),
      author,
      mine,
      side: mine || !isWritten(message) || (reachesPhones && author && !isPhone(author)) ? 'ours' : 'theirs',
      startsDay,
      before: changes.filter((change) => !isToday(change)),
      above: changes.filter(isToday),
      below: index === entries.length - 1 ? (changesBefore[entries.length] ?? []) : [],
      startsGroup:
        startsDay || newFromHere > 0 || changes.length > 0 || isNextToNote || !belongTogether(before, message),
      newFromHere,
      outgoing,
      previews,
    }
  })
}

/** The changes before each entry, and finally those after all. Outgoing messages are the newest. */
function changesOf(entries: readonly Entry[], changes: readonly ChatChange[]): ChatChange[][] {
  const places: ChatChange[][] = Array.from({ length: entries.length + 1 }, () => [])
  let place = 0
  for (const change of changes) {
    for (let entry = entries[place]; entry && isBefore(entry, change); entry = entries[place]) place += 1
    places[place]?.push(change)
  }
  return places
}

const isBefore = ({ message, outgoing }: Entry, change: ChatChange) =>
  outgoing === null && !message.pending && compareMessages(message, change) < 0

type Entry = Pick<TranscriptRow, 'key' | 'message' | 'note' | 'outgoing' | 'previews'>

/**
 * The server's messages and notes, messages that are held, and those not on the server yet. Each message is in exactly one of
 * the three.
 */
function entriesOf({ messages: sent, notes = [], held = [], outgoing }: Parts): Entry[] {
  const writtenHere = new Map<string, Outgoing>()
  for (const one of outgoing) if (one.state.kind === 'accepted') writtenHere.set(one.state.messageId, one)
  const onServer = new Set<string>([...sent, ...held].map(({ id }) => id))
  const notYet = outgoing.filter(({ state }) => state.kind !== 'accepted' || !onServer.has(state.messageId))
  const ofMessage = (message: Message): Entry => {
    const origin = writtenHere.get(message.id)
    return { key: origin?.id ?? message.id, message, note: null, outgoing: null, previews: previewsOf(origin) }
  }
  return [
    ...withNotes(sent.map(ofMessage), notes),
    ...held.map(ofMessage),
    ...notYet.map((one): Entry => ({
      key: one.id,
      message: asMessage(one),
      note: null,
      outgoing: one,
      previews: previewsOf(one),
    })),
  ]
}

function withNotes(entries: Entry[], notes: readonly Note[]): Entry[] {
  if (notes.length === 0) return entries
  const ofNote = (note: Note): Entry => ({
    key: note.id,
    message: messageOfNote(note),
    note,
    outgoing: null,
    previews: NO_PREVIEWS,
  })
  return [...entries, ...notes.map(ofNote)].toSorted((one, other) => compareMessages(one.message, other.message))
}

const NO_PREVIEWS: readonly string[] = []

function previewsOf(outgoing: Outgoing | undefined): readonly string[] {
  const shown = outgoing?.files.filter(({ file }) => isShowable({ contentType: file.type })) ?? []
  return shown.map(({ previewUrl }) => previewUrl)
}

function belongTogether(one: Message | undefined, next: Message): boolean {
  if (one === undefined || one.sentBy !== next.sentBy) return false
  return Date.parse(next.sentOn) - Date.parse(one.sentOn) <= GROUP_PAUSE_MS
}

/** Who wrote a message, in words. */
export function authorName({ message, mine, author }: Pick<TranscriptRow, 'message' | 'mine' | 'author'>): string {
  if (mine) return MESSAGE_TEXTS.you
  return isWritten(message) ? (author?.name ?? MESSAGE_TEXTS.formerMember) : MESSAGE_TEXTS.automatic
}

/** The pictures of messages, in their order. */
export function picturesOf(rows: readonly TranscriptRow[]): GalleryPicture[] {
  return rows.flatMap((row) => {
    const { media, sentOn } = row.message
    const sentBy = authorName(row)
    return media.filter(isShowable).map((file) => ({ file, sentBy, sentOn }))
  })
}
