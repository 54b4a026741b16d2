/** Every sentence of the modal Message Delivery Status that stands nowhere else. */
export const DETAILS_TEXTS = {
  title: 'Message Delivery Status',
  close: 'Close',
  wrote: 'Wrote this',
  gone: 'This message is not shown any more.',
  sendAgain: 'Send again',
  sendingAgain: 'Sending...',
  markSent: 'Mark as sent',
  markingSent: 'Marking...',
  sendFailedAgain: (count: number) => `Send again to these ${count}`,
  /** Stands with what may have arrived already. */
  mayArriveTwice: 'Sent again, it may arrive twice.',
  queuedAgain: (name: string) => `The text to ${name} is on its way again.`,
  failedQueuedAgain: (count: number) => `The text to ${count} phones is on its way again.`,
  markedSent: (name: string) => `The text to ${name} is marked as sent.`,
  recovered: 'This text was found later in Twilio’s list. It may have been written earlier than it stands here.',
} as const
