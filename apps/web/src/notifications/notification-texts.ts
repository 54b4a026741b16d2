/** The texts of the notifications. */
export const NOTIFICATION_TEXTS = {
  offer: 'Get notified of new texts?',
  turnOn: 'Turn on',
  notNow: 'Not now',
  inChats: (chats: number) => `News in ${chats} chats`,
  joined: (messages: number, chats: number) => `${messages} new messages in ${chats} chats`,
} as const
