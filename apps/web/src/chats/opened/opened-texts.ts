/** The texts below the header of the opened chat: they load with its code. */
export const OPENED_TEXTS = {
  chatFailed: 'This chat couldn’t be loaded',
  chatGone: 'This chat doesn’t exist',
  chatGoneHint: 'It may have been deleted.',
  closed: 'This chat is closed. You can still read it.',
  unsent: (text: string) => `Not sent: ${text}`,
  toList: 'Go to chats',
  notMember: 'You’re not a member of this chat.',
  notClaimed: 'No one on your team is in this chat. Your reply adds you to it.',
  join: 'Join',
  joining: 'Joining…',
  joinFailed: 'You couldn’t join the chat.',
} as const
