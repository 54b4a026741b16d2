import type { ChatChange, ChatId, MemberId } from '@partyline/contract'
import type { PhoneFormat } from '../../numbers/index.ts'
import { isolated } from '../../platform/isolated.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { inWords } from '../../core/people.ts'
import { CHANGE_TEXTS as TEXTS } from './change-texts.ts'

/** One line between messages. */
export type ChangeLine = {
  key: string
  /** ISO 8601; of combined changes, the last one's. */
  at: string
  text: string
  /** The other chat at the end of the text. */
  link: { chatId: ChatId; name: string } | null
}

type Parts = {
  people: { get: (id: MemberId) => { name: string } | undefined }
  me: MemberId
  format: PhoneFormat
  /** Formats a time to come. */
  until: (instant: string) => string
}
type OfMember = Extract<ChatChange, { memberId: MemberId }>

/** The changes of a chat as lines. What one person did to several members at once is one line. */
export function changeLines(changes: readonly ChatChange[], parts: Parts): ChangeLine[] {
  return groups(changes).map((group) => lineOf(group, parts))
}

/** What is undone this soon leaves no lines. */
const UNDONE_WITHIN_MS = 60_000

/** Without what a person did and soon took back: marking the chat as done, or snoozing it. */
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

function lineOf(group: Group, parts: Parts): ChangeLine {
  const [change] = group
  const { id: key } = change
  const { at } = group.at(-1) ?? change
  const isMove = change.kind === 'phoneMovedHere' || change.kind === 'phoneMovedAway'
  const link = isMove ? { chatId: change.otherChat.id, name: change.otherChat.name } : null
  return { key, at, text: textOf(group, parts), link }
}

function textOf(group: Group, { people, me, format, until }: Parts): string {
  const [change] = group
  const nameOf = (id: MemberId) => (id === me ? MESSAGE_TEXTS.you : (people.get(id)?.name ?? TEXTS.someone))
  const names = group.filter((one): one is OfMember => 'memberId' in one).map(({ memberId }) => nameOf(memberId))
  const members = inWords(names)
  /** Within a sentence. */
  const objects = inWords(names.map((name) => (name === MESSAGE_TEXTS.you ? TEXTS.you : name)))
  const who = change.by === null ? null : isolated(nameOf(change.by))
  switch (change.kind) {
    case 'created':
      return who === null ? TEXTS.createdByPhone : TEXTS.created(who)
    case 'archived':
      return who === null ? TEXTS.archivedByItself : TEXTS.archived(who)
    case 'restored':
    case 'relayOn':
    case 'relayOff':
      return TEXTS[change.kind](who ?? TEXTS.someone)
    case 'renamed':
      return who === null ? TEXTS.renamedByItself(isolated(change.to)) : TEXTS.renamed(who, isolated(change.to))
    case 'numberChanged':
      return TEXTS.numberChanged(who ?? TEXTS.someone, format(change.to))
    case 'memberAdded':
      return who === null ? TEXTS.memberAddedByItself(objects) : TEXTS.memberAdded(who, objects)
    case 'memberRemoved':
      return who === null ? TEXTS.memberRemovedByItself(objects) : TEXTS.memberRemoved(who, objects)
    case 'done':
      return TEXTS.done(who ?? TEXTS.someone)
    case 'reopened':
      return who === null ? TEXTS.reopenedByText : TEXTS.reopened(who)
    case 'snoozed':
      return TEXTS.snoozed(who ?? TEXTS.someone, until(change.until))
    case 'snoozeEnded':
      return TEXTS.snoozeEnded
    case 'assigned':
      return change.by === change.memberId ? TEXTS.taken(members) : TEXTS.assigned(who ?? TEXTS.someone, objects)
    case 'unassigned':
      if (who === null) return TEXTS.unassignedByItself(members)
      return change.by === change.memberId ? TEXTS.givenUp(members) : TEXTS.unassigned(who, objects)
    case 'optedOut':
      return who === null ? TEXTS.optedOut(members) : TEXTS.optedOutByHand(who, objects)
    case 'optedIn':
      return who === null ? TEXTS.optedIn(members) : TEXTS.optedInByHand(who, objects)
    case 'consented':
      return who === null ? TEXTS.consented(members) : TEXTS.consentRecorded(who, objects)
    case 'phoneMovedHere':
      return TEXTS.movedHere(members)
    case 'phoneMovedAway':
      return TEXTS.movedAway(members)
    default:
      return TEXTS[change.kind](members)
  }
}
