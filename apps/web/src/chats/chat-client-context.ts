import { createContext, useContext } from 'react'
import type { ChatClient } from '../core/chat-client.ts'

/** The chat client of the signed-in person; `app` provides it. */
export const ChatClientContext = createContext<ChatClient | null>(null)

export function useChatClient(): ChatClient {
  const client = useContext(ChatClientContext)
  if (client === null) throw new Error('useChatClient requires a ChatClientProvider above.')
  return client
}
