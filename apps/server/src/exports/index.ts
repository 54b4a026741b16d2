/** Conversations as files, for people outside of Partyline: docs/product.md#exporting-a-conversation. Owns no table. */
export { createChatExports, exportRoutes } from './chat-exports-service.ts'
export { createConversations, exportHead } from './conversation.ts'
export type { ConversationFile, ConversationItem, Conversations } from './conversation.ts'
export { jsonFile } from './json-file.ts'
export { pageFile } from './page-file.ts'
