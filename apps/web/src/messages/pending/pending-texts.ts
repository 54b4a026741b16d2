import type { ReturnReason } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

/** The texts about messages that have not been sent. */
export const PENDING_TEXTS = {
  sendingIn: (seconds: number) => `Sending in ${seconds} s`,
  sendingNow: 'Sending…',
  undo: 'Undo',
  undoing: 'Undoing…',
  undone: 'Not sent. You can edit the message.',
  undoneForAuthor: 'Not sent. Its author can edit the message.',
  undoneKept: 'Not sent. The message is above what you’re writing.',
  undoFailed: 'The message couldn’t be taken back',

  region: 'Messages that haven’t been sent',
  scheduled: (time: string) => `Scheduled for ${time}`,
  scheduledBy: (name: string, time: string) => `${isolated(name)} scheduled this for ${time}`,
  cancelsOnReply: 'Canceled if someone replies first',
  late: (time: string) => `Was due ${time}, while Partyline couldn’t send. Send it now?`,
  notSent: (reason: string) => `Not sent: ${reason}`,
  several: (count: number) => `${count} scheduled messages`,
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),

  edit: 'Edit',
  sendNow: 'Send now',
  changeTime: 'Change time',
  delete: 'Delete',
  discard: 'Discard',
  /** For screen readers. */
  about: (action: string, text: string) => `${action}: ${isolated(text)}`,
  deleted: 'The scheduled message is deleted.',
  discarded: 'The message is discarded.',
  rescheduled: (time: string) => `Scheduled for ${time}.`,
  failed: 'The message couldn’t be changed',
  filesFailed: {
    title: 'The message’s files couldn’t be loaded',
    message: 'Check your connection. Then cancel editing, and edit the message again.',
  },
  busyComposer: {
    title: 'You’re writing another message',
    message: 'Send or clear the message in the composer first. Then edit this one.',
  },

  filesMissing: 'Its files aren’t loaded yet',
  editing: 'Editing a message that wasn’t sent',
  editingScheduled: (time: string) => `Editing the message scheduled for ${time}`,
  editingReturned: (reason: string) => `Not sent: ${reason} You’re editing it.`,
  sentMeanwhile: 'Sent in the meantime. What you write is a new message.',
  deletedMeanwhile: 'Deleted in the meantime. What you write is a new message.',
  cancelEdit: 'Cancel editing',

  messageOptions: 'Message options',
  nothingToSend: 'Write a message to send it later',
  schedule: 'Schedule',
  sendThen: 'Send then',
  undoTime: 'Time to undo',
  undoSeconds: (seconds: number) => (seconds === 0 ? 'Off' : `${seconds} seconds`),
} as const

/** Why a message was not sent. */
export const RETURN_REASONS: Record<ReturnReason, string> = {
  undone: 'you took it back.',
  replied: 'someone replied first.',
  'author left': 'its author can no longer write in this chat.',
  'chat closed': 'the chat was deleted.',
  'line changed': 'the chat moved to another line.',
  'line not in use': 'the line is no longer in use.',
  'tenant suspended': 'your subscription is suspended.',
  'recipients changed': 'the contacts in this chat changed.',
  'opted out': 'a contact opted out.',
  'country not allowed': 'texts to this country are not allowed.',
  'file missing': 'a file is no longer available.',
  'too long': 'with the signature, it’s too long.',
}
