import { isolated } from '../../platform/isolated.ts'

/** The texts of the modal Message Delivery Status. */
export const DETAILS_TEXTS = {
  title: 'Message Delivery Status',
  close: 'Close',
  wrote: 'Sender',
  gone: 'This message is no longer available.',
  sendAgain: 'Send again',
  sendingAgain: 'Sending…',
  markSent: 'Mark as sent',
  markingSent: 'Marking…',
  sendFailedAgain: (count: number) => `Send again to these ${count}`,
  /** Shown if it may already have arrived. */
  mayArriveTwice: 'Sending again may deliver it twice.',
  queuedAgain: (name: string) => `The text to ${isolated(name)} is on its way again.`,
  failedQueuedAgain: (count: number) => `The text to ${count} phones is on its way again.`,
  markedSent: (name: string) => `The text to ${isolated(name)} is marked as sent.`,
  recovered: 'This text was recovered from Twilio’s log. It may have arrived earlier than shown.',
} as const
