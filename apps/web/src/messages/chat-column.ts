/** The width beyond which the messages and the composer stop growing: longer lines are hard to read. */
export const CHAT_COLUMN = '960px'
