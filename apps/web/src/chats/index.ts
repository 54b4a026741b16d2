export { ChatsPage } from './chats-page.tsx'
export { ChatsProvider, useChats } from './chats-context.tsx'
export { Attention } from './notices/attention.tsx'
