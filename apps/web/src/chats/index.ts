export { ChatsPage } from './chats-page.tsx'
export { ChatsProvider } from './chats-context.tsx'
export { Attention } from './notices/attention.tsx'
