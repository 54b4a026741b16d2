import { changeInWords } from '@partyline/contract'
import type { ChangeWords, ChatChange, ChatId, MemberId } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

/** One line between messages. */
export type ChangeLine = {
  key: string
  /** ISO 8601; of combined changes, the last one's. */
  at: string
  text: string
  /** The other chat at the end of the text. */
  link: { chatId: ChatId; name: string } | null
}

type Parts = Pick<ChangeWords, 'me' | 'format' | 'until'> & {
  people: { get: (id: MemberId) => { name: string } | undefined }
}

/** The changes of a chat as lines. One person's change to several members at once is one line. */
export function changeLines(changes: readonly ChatChange[], parts: Parts): ChangeLine[] {
  return groups(changes).map((group) => lineOf(group, parts))
}

/** Changes undone within this time leave no line. */
const UNDONE_WITHIN_MS = 60_000

/** Drops changes that a person soon undid: marking the chat as done, or snoozing it. */
export function withoutUndone(changes: readonly ChatChange[]): ChatChange[] {
  const kept: ChatChange[] = []
  for (const change of changes) {
    const last = kept.at(-1)
    if (last && isUndone(last, change)) kept.pop()
    else kept.push(change)
  }
  return kept
}

function isUndone(one: ChatChange, next: ChatChange): boolean {
  const isBack = next.kind === 'reopened' && (one.kind === 'done' || one.kind === 'snoozed')
  const isSoon = Date.parse(next.at) - Date.parse(one.at) <= UNDONE_WITHIN_MS
  return isBack && isSoon && next.by !== null && one.by === next.by
}

type Group = [ChatChange, ...ChatChange[]]

function groups(changes: readonly ChatChange[]): Group[] {
  const all: Group[] = []
  for (const change of changes) {
    const last = all.at(-1)
    if (last && isJoinable(last[0], change)) last.push(change)
    else all.push([change])
  }
  return all
}

const JOINABLE = new Set<ChatChange['kind']>(['memberAdded', 'memberJoined', 'memberRemoved', 'memberLeft'])

function isJoinable(one: ChatChange, next: ChatChange): boolean {
  // People join and leave on their own.
  const own = one.kind === 'memberJoined' || one.kind === 'memberLeft'
  return one.kind === next.kind && JOINABLE.has(one.kind) && (own || one.by === next.by)
}

function lineOf(group: Group, { people, ...parts }: Parts): ChangeLine {
  const [change] = group
  const { id: key } = change
  const { at } = group.at(-1) ?? change
  const isMove = change.kind === 'phoneMovedHere' || change.kind === 'phoneMovedAway'
  const link = isMove ? { chatId: change.otherChat.id, name: change.otherChat.name } : null
  const nameOf = (id: MemberId) => {
    const person = people.get(id)
    return person && isolated(person.name)
  }
  return { key, at, text: changeInWords(group, { ...parts, nameOf, chatName: isolated }), link }
}
