import { optionalChunk } from '../../platform/chunks.ts'

export const loadNewChat = optionalChunk(async () => (await import('./new-chat-view.tsx')).NewChatView)
