/** Every sentence of the notifications. */
export const NOTIFICATION_TEXTS = {
  offer: 'Texts arrived while you were away. Do you want to be notified?',
  turnOn: 'Notify me',
  notNow: 'No',
  blocked: 'Your browser blocks notifications of this page. Allow them in its settings.',
  heading: 'Notifications',
  off: 'Off',
  mine: 'My chats',
  all: 'All chats of the team',
  sound: 'With a sound',
  picture: 'Picture',
  inChat: (author: string, text: string) => `${author}: ${text}`,
  more: (count: number) => `${count} new messages`,
  joined: (messages: number, chats: number) => `${messages} new messages in ${chats} chats`,
} as const
