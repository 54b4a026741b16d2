import type { ChatChange } from './chat-changes.ts'
import type { MemberId } from './ids.ts'
import { namesInWords } from './names-in-words.ts'

const TEXTS = {
  created: (who: string) => `${who} started the chat`,
  createdByPhone: 'The chat started with a text',
  archived: (who: string) => `${who} deleted the chat`,
  archivedByItself: 'The chat was closed',
  restored: (who: string) => `${who} restored the chat`,
  renamed: (who: string, to: string) => `${who} named the chat “${to}”`,
  renamedByItself: (to: string) => `The chat was named “${to}”`,
  numberChanged: (who: string, to: string) => `${who} changed the number. Texts are now sent from ${to}`,
  relayOn: (who: string) => `${who} turned on forwarding between contacts`,
  relayOff: (who: string) => `${who} turned off forwarding between contacts`,
  memberAdded: (who: string, members: string) => `${who} added ${members}`,
  memberAddedByItself: (members: string) => `Added: ${members}`,
  memberJoined: (members: string) => `${members} joined`,
  memberRemoved: (who: string, members: string) => `${who} removed ${members}`,
  memberRemovedByItself: (members: string) => `Removed: ${members}`,
  memberLeft: (members: string) => `${members} left`,
  relayPaused: (member: string) => `Too many texts from ${member}, or the same one twice. Not forwarded.`,
  optedOut: (member: string) => `${member} texted STOP and gets no more texts from this number`,
  optedIn: (member: string) => `${member} texted START and gets texts from this number again`,
  optedOutByHand: (who: string, member: string) => `${who} opted ${member} out of texts from this number`,
  optedInByHand: (who: string, member: string) => `${who} took back the opt-out of ${member}`,
  consented: (member: string) => `${member} agreed to get texts from this number`,
  consentRecorded: (who: string, member: string) => `${who} recorded consent to texts for ${member}`,
  done: (who: string) => `${who} marked the chat as done`,
  reopened: (who: string) => `${who} reopened the chat`,
  reopenedByText: 'Reopened by a new text',
  snoozed: (who: string, until: string) => `${who} snoozed the chat until ${until}`,
  snoozeEnded: 'The snooze ended',
  taken: (who: string) => `${who} took the chat`,
  assigned: (who: string, member: string) => `${who} assigned the chat to ${member}`,
  givenUp: (who: string) => `${who} gave up the chat`,
  unassigned: (who: string, member: string) => `${who} unassigned ${member}`,
  unassignedByItself: (member: string) => `${member} was unassigned because the account is disabled`,
  /** Ends with the other chat. */
  movedHere: (member: string) => `${member} moved here from `,
  movedAway: (member: string) => `${member} moved to `,
  someone: 'Someone',
  you: { subject: 'You', object: 'you' },
} as const

type OfMember = Extract<ChatChange, { memberId: MemberId }>

/** How a sentence shows people, names of chats, numbers, and times to come. */
export type ChangeWords = {
  /** Who reads it: they are “you”. */
  me: MemberId | null
  nameOf: (id: MemberId) => string | undefined
  chatName: (name: string) => string
  format: (number: string) => string
  until: (instant: string) => string
}

/** Changes of one kind, by one person unless the members did it themselves, in one sentence; of a moved phone, all but the other chat. */
export function changeInWords(changes: readonly [ChatChange, ...ChatChange[]], words: ChangeWords): string {
  const { me, nameOf: findName, format, until, chatName } = words
  const [change] = changes
  const nameOf = (id: MemberId) => (id === me ? TEXTS.you.subject : (findName(id) ?? TEXTS.someone))
  const ids = changes.filter((one): one is OfMember => 'memberId' in one).map(({ memberId }) => memberId)
  const members = namesInWords(ids.map(nameOf))
  const objects = namesInWords(ids.map((id) => (id === me ? TEXTS.you.object : nameOf(id))))
  const who = change.by === null ? null : nameOf(change.by)
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
      return who === null ? TEXTS.renamedByItself(chatName(change.to)) : TEXTS.renamed(who, chatName(change.to))
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
