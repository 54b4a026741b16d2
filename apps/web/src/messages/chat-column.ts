/** The maximum width of messages and composer: longer lines are hard to read. */
export const CHAT_COLUMN = '960px'
