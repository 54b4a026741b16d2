import type { ChatChange, Member, MemberId, Message, MessageId } from '@partyline/contract'
import { isShowable } from '../../media/index.ts'
import type { DeliveryActions } from '../delivery/use-delivery-actions.ts'
import { compareMessages, isWritten } from '../../core/history/history.ts'
import type { Outgoing } from '../../core/outbox/outgoing.ts'
import { asMessage } from '../../core/outbox/outgoing.ts'
import type { People } from '../../core/people.ts'
import { isPhone } from '../../core/people.ts'
import type { GalleryPicture } from '../../media/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'

/** The longest pause between messages of one group. */
const GROUP_PAUSE_MS = 5 * 60_000

/** A message on screen. What is above it belongs to its row, so that rows and messages correspond. */
export type TranscriptRow = {
  /** Stays the same when the server's version replaces the outgoing message. */
  key: string
  message: Message
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
  /** Takes back a held message; null if the person may not. */
  undoOf: (message: Message) => (() => Promise<void>) | null
}

export type NewLine = { messageId: MessageId; count: number }

type Parts = {
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  /** Held messages, which are shown like sent ones. */
  held?: readonly Message[]
  /** From the time that the messages cover, oldest first. */
  changes: readonly ChatChange[]
  people: People
  me: MemberId
  newLine: NewLine | null
  sameDay: (one: string, other: string) => boolean
}

/** The messages of a chat as rows, oldest first, outgoing ones last. */
export function transcriptRows(parts: Parts): TranscriptRow[] {
  const { people, me, newLine } = parts
  const reachesPhones = [...people.values()].some(isPhone)
  const entries = entriesOf(parts.messages, parts.held ?? [], parts.outgoing)
  const changesBefore = changesOf(entries, parts.changes)
  return entries.map(({ key, message, outgoing, previews }, index) => {
    const before = entries[index - 1]?.message
    const author = people.get(message.sentBy)
    const mine = message.sentBy === me
    const newFromHere = newLine?.messageId === message.id ? newLine.count : 0
    const startsDay = before === undefined || !parts.sameDay(before.sentOn, message.sentOn)
    const changes = changesBefore[index] ?? []
    const isToday = ({ at }: ChatChange) => parts.sameDay(at, message.sentOn)
    return {
      key,
      message,
      author,
      mine,
      side: mine || !isWritten(message) || (reachesPhones && author?.role === 'TeamsUser') ? 'ours' : 'theirs',
      startsDay,
      before: changes.filter((change) => !isToday(change)),
      above: changes.filter(isToday),
      below: index === entries.length - 1 ? (changesBefore[entries.length] ?? []) : [],
      startsGroup: startsDay || newFromHere > 0 || changes.length > 0 || !belongTogether(before, message),
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

type Entry = Pick<TranscriptRow, 'key' | 'message' | 'outgoing' | 'previews'>

/** The server's messages, those that are held, and those not on the server yet. Each message is in exactly one of the three. */
function entriesOf(sent: readonly Message[], held: readonly Message[], outgoing: readonly Outgoing[]): Entry[] {
  const writtenHere = new Map<string, Outgoing>()
  for (const one of outgoing) if (one.state.kind === 'accepted') writtenHere.set(one.state.messageId, one)
  const messages = [...sent, ...held]
  const onServer = new Set<string>(messages.map(({ id }) => id))
  const notYet = outgoing.filter(({ state }) => state.kind !== 'accepted' || !onServer.has(state.messageId))
  return [
    ...messages.map((message): Entry => {
      const origin = writtenHere.get(message.id)
      return { key: origin?.id ?? message.id, message, outgoing: null, previews: previewsOf(origin) }
    }),
    ...notYet.map((one): Entry => ({ key: one.id, message: asMessage(one), outgoing: one, previews: previewsOf(one) })),
  ]
}

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
