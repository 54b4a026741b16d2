export { ChatsPage } from './chats-page.tsx'
export { askForChats } from './chat-queries.ts'
export { ChatsProvider, useChats } from './chats-context.tsx'
export { Attention } from './notices/attention.tsx'
