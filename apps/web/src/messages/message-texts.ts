import { ERROR_TEXTS } from '@partyline/contract'

/** Every sentence of the transcript and the composer. */
export const MESSAGE_TEXTS = {
  you: 'You',
  formerMember: 'Former member',
  noText: 'Message without text',
  picture: (count: number) => (count === 1 ? 'Picture' : `${count} pictures`),

  transcript: (chatName: string) => `Messages in ${chatName}`,
  noMessages: 'Nothing has been said here yet.',
  noMessagesHint: (phones: number) =>
    phones === 0 ? 'Write the first message to your team.' : 'Write the first message. Phones get it as a text.',
  paging: {
    older: {
      more: 'Show earlier messages',
      loading: 'Loading earlier messages',
      failed: 'Earlier messages could not be loaded.',
    },
    newer: {
      more: 'Show later messages',
      loading: 'Loading later messages',
      failed: 'Later messages could not be loaded.',
    },
  },
  /** Read out before the author and the text of a quote. */
  goToQuoted: 'Go to the message of',
  jumping: 'Looking for the message…',
  jumpFailed: 'The message could not be shown.',
  notFound: 'This message is not in the chat.',
  dismiss: 'Dismiss',
  dismissing: 'Dismissing…',
  dismissed: 'The failed text is dismissed.',
  retry: 'Retry',
  beginning: 'This is where the chat begins.',
  newMessages: (count: number) => `${count} new`,
  toFirstNew: (count: number) => `Go to the first of ${count} new`,
  toNewest: 'Go to the newest message',
  toNewestCount: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  arrived: (author: string, text: string) => `${author}: ${text}`,

  more: (author: string) => `More about the message of ${author}`,
  moreShort: 'More',
  markUnread: 'Mark as unread',
  markUnreadFailed: 'The message could not be marked as unread',
  copy: 'Copy text',
  copied: 'The text was copied.',
  copyFailed: 'The text could not be copied',
  reply: 'Reply',
  replyTo: (author: string) => `Reply to ${author}`,
  replyingTo: (author: string) => `Replying to ${author}`,
  cancelReply: 'Do not reply to this message',

  sending: 'Sending…',
  held: {
    offline: 'Waiting for the connection',
    limit: 'Too many messages at once. Sending soon…',
    busy: 'Partyline is busy. Sending soon…',
  },
  waitedTooLong: 'It waited for the connection for a long time.',
  notSent: `${ERROR_TEXTS.sendMessage}.`,
  tryAgain: 'Try again',
  discard: 'Discard',

  write: 'Write a message',
  writeTo: (chatName: string) => `Write to ${chatName}`,
  attach: 'Attach pictures',
  attachments: 'Attached',
  removeFile: (fileName: string) => `Remove ${fileName}`,
  send: 'Send',
  dropHere: 'Drop pictures here to attach them',
  tooManyFiles: (most: number) => `At most ${most} files fit into one message.`,
  filesTooLarge: (size: string) => `Files of one message may have at most ${size} together.`,
  emptyFile: (fileName: string) => `${fileName} is empty.`,

  characters: (count: number) => (count === 1 ? '1 character' : `${count} characters`),
  tooLong: (by: number) => (by === 1 ? '1 character too many' : `${by} characters too many`),
  textsToPhones: (texts: number, phones: number) =>
    `${texts === 1 ? '1 text' : `${texts} texts`} to ${phones === 1 ? '1 phone' : `each of ${phones} phones`}`,
  /** The first few characters are enough to find them. */
  costly: (characters: readonly string[]) => `more because of ${characters.slice(0, 3).join(' ')}`,
  picturesToPhones: (phones: number) => `1 picture message to ${phones === 1 ? '1 phone' : `each of ${phones} phones`}`,
  teamOnly: 'No phones here: only your team reads this',
  noPhoneReached: 'No phone gets this',
  skipped: (names: string) => `${names} will be skipped: switched off in your contacts.`,
  /** Before the reason. */
  refused: (names: string) => `Nothing can be sent while ${names} would get it.`,
  skippedOneWay: (names: string) =>
    `Won’t be sent to ${names}: short codes and named senders can’t be answered. Find another way to reach them.`,
  stopped: (name: string) => `${name} texted STOP. You can’t text ${name} until a START arrives.`,
  allStopped: (names: string) => `${names} texted STOP. You can’t text them until a START arrives.`,
  skippedOptedOut: (names: string) => `${names} will be skipped: STOP was texted from there.`,
} as const

/** How a message reached people, in words. */
export const DELIVERY_TEXTS = {
  details: 'Delivery details',
  status: {
    queued: 'Waiting to be sent',
    sending: 'Sending',
    sent: 'Sent',
    delivered: 'Delivered',
    undelivered: 'Not delivered',
    failed: 'Not delivered',
    skipped: 'Not sent',
    unknown: 'Not sure whether it arrived',
    read: 'Seen',
  },
  none: 'Not seen yet',
  noneOnPhone: 'No status yet',
  recoveredShort: 'Found later, may be older',
  missingMedia: (count: number) =>
    `${count === 1 ? 'A picture' : `${count} pictures`} could not be received. Ask the sender to send ${count === 1 ? 'it' : 'them'} again.`,
  pendingMedia: (count: number) => (count === 1 ? 'Receiving picture…' : `Receiving ${count} pictures…`),
  empty: 'Empty message',

  sending: 'Sending…',
  sent: 'Sent',
  sentTo: (count: number) => `Sent to ${count}`,
  delivered: 'Delivered',
  deliveredTo: (count: number) => `Delivered to ${count}`,
  deliveredToSome: (count: number, all: number) => `Delivered to ${count} of ${all}`,
  seenBy: (names: string) => `seen by ${names}`,
  notDelivered: 'Not delivered',
  notDeliveredTo: (names: string) => `Not delivered to ${names}`,
  notPassedOn: (names: string) => `Not passed on to ${names}`,
  notSent: 'Not sent',
  notSentTo: (names: string) => `Not sent to ${names}`,
  unknown: 'We cannot tell whether it arrived',
  unknownFor: (names: string) => `We cannot tell whether it reached ${names}`,
} as const
