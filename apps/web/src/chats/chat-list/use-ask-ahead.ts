import type { ChatId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { askForChat } from '../chat-queries.ts'
import { useChats } from '../chats-context.tsx'

/** Asks for a chat when the mouse is pressed on it: its messages are on their way before the button is let go. */
export function useAskAhead(): (event: PointerEvent) => void {
  const api = useApi()
  const client = useQueryClient()
  const { caches } = useChats()
  return ({ target, pointerType, button }) => {
    // A finger may be about to scroll, and another button opens a menu.
    if (pointerType !== 'mouse' || button !== 0) return
    const chat = (target as HTMLElement).closest<HTMLElement>('[data-chat]')?.dataset.chat
    if (chat) askForChat({ client, api, caches, chatId: chat as ChatId })
  }
}
