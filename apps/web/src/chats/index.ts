export { ChatsPage, loadOpenedChat } from './chats-page.tsx'
export { ChatClientContext, useChatClient } from './chat-client-context.ts'
export { listSettingsOf } from './chat-list/list-settings.ts'
export { UnreadIndicators } from './notices/unread-indicators.tsx'
