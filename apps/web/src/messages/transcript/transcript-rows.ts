import type { ChatChange, Member, MemberId, Message, MessageId } from '@partyline/contract'
import { isShowable } from '../../media/index.ts'
import type { Outgoing } from '../outbox/outgoing.ts'
import { asMessage } from '../outbox/outgoing.ts'
import type { People } from '../people.ts'
import { isPhone } from '../people.ts'

/** Messages of one author form a group as long as no pause between them is longer. */
const GROUP_PAUSE_MS = 5 * 60_000

/** One message as it is drawn. What stands above it belongs to its row, so that rows and messages are one to one. */
export type TranscriptRow = {
  /** Stays the same when the server's version takes the place of what was written here. */
  key: string
  message: Message
  author: Member | undefined
  mine: boolean
  /** Our side is the right: the person's own, and the team's where the chat reaches phones. */
  side: 'ours' | 'theirs'
  startsDay: boolean
  /** What happened to the chat between the message before and this one, on the day before and on its own day. */
  before: readonly ChatChange[]
  above: readonly ChatChange[]
  /** What happened after it; in the last row only. */
  below: readonly ChatChange[]
  startsGroup: boolean
  /** How many messages are new from here on; 0 everywhere else. */
  newFromHere: number
  /** Null once the server has it. */
  outgoing: Outgoing | null
  /** Shown until the server's pictures are loaded. */
  previews: readonly string[]
}

export type NewLine = { messageId: MessageId; count: number }

type Parts = {
  messages: readonly Message[]
  outgoing: readonly Outgoing[]
  /** Of the time that the messages cover, oldest first. */
  changes: readonly ChatChange[]
  people: People
  me: MemberId
  newLine: NewLine | null
  sameDay: (one: string, other: string) => boolean
}

/** The messages of a chat as rows, oldest first, those still on their way last. */
export function transcriptRows(parts: Parts): TranscriptRow[] {
  const { people, me, newLine } = parts
  const reachesPhones = [...people.values()].some(isPhone)
  const entries = entriesOf(parts.messages, parts.outgoing)
  const told = changesOf(entries, parts.changes)
  return entries.map(({ key, message, outgoing, previews }, index) => {
    const before = entries[index - 1]?.message
    const author = people.get(message.sentBy)
    const mine = message.sentBy === me
    const newFromHere = newLine?.messageId === message.id ? newLine.count : 0
    const startsDay = before === undefined || !parts.sameDay(before.sentOn, message.sentOn)
    const changes = told[index] ?? []
    const isToday = ({ at }: ChatChange) => parts.sameDay(at, message.sentOn)
    return {
      key,
      message,
      author,
      mine,
      side: mine || (reachesPhones && author?.role === 'TeamsUser') ? 'ours' : 'theirs',
      startsDay,
      before: changes.filter((change) => !isToday(change)),
      above: changes.filter(isToday),
      below: index === entries.length - 1 ? (told[entries.length] ?? []) : [],
      startsGroup: startsDay || newFromHere > 0 || changes.length > 0 || !belongTogether(before, message),
      newFromHere,
      outgoing,
      previews,
    }
  })
}

/** The changes before each entry, and at the end those after all. What is on its way is the newest of all. */
function changesOf(entries: readonly Entry[], changes: readonly ChatChange[]): ChatChange[][] {
  const places: ChatChange[][] = Array.from({ length: entries.length + 1 }, () => [])
  let place = 0
  for (const change of changes) {
    while (entries[place]?.outgoing === null && (entries[place]?.message.id ?? '') < change.id) place += 1
    places[place]?.push(change)
  }
  return places
}

type Entry = Pick<TranscriptRow, 'key' | 'message' | 'outgoing' | 'previews'>

/** What the server has, and after it what is not there yet. A message stands in exactly one of the two. */
function entriesOf(messages: readonly Message[], outgoing: readonly Outgoing[]): Entry[] {
  const writtenHere = new Map<string, Outgoing>()
  for (const one of outgoing) if (one.state.kind === 'accepted') writtenHere.set(one.state.messageId, one)
  const held = new Set<string>(messages.map(({ id }) => id))
  const notYet = outgoing.filter(({ state }) => state.kind !== 'accepted' || !held.has(state.messageId))
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
