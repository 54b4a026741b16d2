import { ERROR_TEXTS } from '@partyline/contract'
import { isolated } from '../platform/isolated.ts'

/** The texts of transcript and composer. */
export const MESSAGE_TEXTS = {
  you: 'You',
  changes: (count: number) => `${count} changes`,
  formerMember: 'Former member',
  automatic: 'Automatic reply',
  picture: (count: number) => (count === 1 ? 'Picture' : `${count} pictures`),

  transcript: (chatName: string) => `Messages in ${isolated(chatName)}`,
  noMessages: 'No messages yet',
  noMessagesLeft: 'No messages',
  noMessagesHint: (phones: number) =>
    phones === 0 ? 'Send the first message to your team.' : 'Send the first message. Contacts get it as a text.',
  paging: {
    older: {
      more: 'Show earlier messages',
      loading: 'Loading earlier messages',
      failed: 'Earlier messages couldn’t be loaded.',
    },
    newer: {
      more: 'Show later messages',
      loading: 'Loading later messages',
      failed: 'Later messages couldn’t be loaded.',
    },
  },
  /** Read by screen readers before the author and text of a quote. */
  goToQuoted: 'Go to the message of',
  jumping: 'Finding the message…',
  jumpFailed: 'The message couldn’t be shown.',
  notFound: 'This message is not in the chat.',
  dismiss: 'Dismiss',
  dismissing: 'Dismissing…',
  dismissed: 'The failed text is dismissed.',
  retry: 'Try again',
  beginning: 'This is the start of the chat.',
  newMessages: (count: number) => `${count} new`,
  toFirstNew: (count: number) => `Go to the first of ${count} new`,
  toNewestOf: (below: number) => `Go to the newest message${below > 0 ? `, ${below} further down` : ''}`,
  toNewestCount: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  arrived: (author: string, text: string) => `${isolated(author)}: ${text}`,

  /** Null for the person's own message. */
  more: (author: string | null) =>
    author === null ? 'More about your message' : `More about ${isolated(author)}’s message`,
  moreAutomatic: 'More about the automatic reply',
  moreShort: 'More',
  markUnread: 'Mark as unread',
  markUnreadFailed: 'The message couldn’t be marked as unread',
  copy: 'Copy text',
  copied: 'Text copied.',
  copyFailed: 'The text couldn’t be copied',
  reply: 'Reply',
  /** Null for the person's own message. */
  replyTo: (author: string | null) => (author === null ? 'Reply to your message' : `Reply to ${isolated(author)}`),
  replyingTo: (author: string) => `Replying to ${isolated(author)}`,
  cancelReply: 'Cancel reply',

  sending: 'Sending…',
  stalled: {
    offline: 'Waiting for the connection',
    limit: 'Too many messages at once. Sending soon…',
    busy: 'Partyline is busy. Sending soon…',
    full: 'Storage is full. Sending when there’s space…',
  },
  notSent: `${ERROR_TEXTS.sendMessage}.`,
  tryAgain: 'Try again',
  discard: 'Discard',

  write: 'Write a message, or type / for snippets',
  writeTo: (chatName: string) => `Write to ${isolated(chatName)}`,
  attach: 'Attach pictures',
  send: 'Send',
  dropHere: 'Drop pictures here to attach them',

  characters: (count: number) => (count === 1 ? '1 character' : `${count} characters`),
  tooLong: (by: number) => (by === 1 ? '1 character too many' : `${by} characters too many`),
  textsToPhones: (texts: number, phones: number) =>
    `${texts === 1 ? '1 text' : `${texts} texts`} to ${phones === 1 ? '1 phone' : `each of ${phones} phones`}`,
  makesLonger: (kinds: string) => `${kinds} make this longer`,
  plainCharacters: (saved: number) => `Use plain characters (saves ${saved === 1 ? '1 text' : `${saved} texts`})`,
  picturesToPhones: (phones: number) => `1 picture message to ${phones === 1 ? '1 phone' : `each of ${phones} phones`}`,
  teamOnly: 'Internal: no contacts in this chat',
  noPhoneReached: 'No contact gets this',
  skipped: (names: string) => `Won’t be sent to ${names}: disabled in your contacts.`,
  /** Before the reason. */
  refused: (names: string, phones: number) => `Can’t send while ${names} ${phones === 1 ? 'is' : 'are'} in this chat.`,
  skippedOneWay: (names: string) =>
    `Won’t be sent to ${names}: short codes and named senders can’t be answered. Find another way to reach them.`,
  skippedWithoutConsent: (names: string) => `Won’t be sent to ${names}: no written consent.`,
  blockedForAll: (names: string) => `Can’t send: no written consent from ${names} yet.`,
  stopped: (name: string) => `${name} texted STOP. You can’t text ${name} until a START arrives.`,
  allStopped: (names: string) => `${names} texted STOP. You can’t text them until a START arrives.`,
  stoppedByHand: (name: string) =>
    `${name} was opted out by hand. You can’t text ${name} until someone takes that back.`,
  allOptedOut: (names: string) => `${names} have opted out. You can’t text them.`,
  skippedOptedOutByHand: (names: string) => `Won’t be sent to ${names}: opted out by hand.`,
  skippedOptedOut: (names: string) => `Won’t be sent to ${names}: opted out with STOP.`,
} as const
