import type { ChatId } from '@partyline/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { afterPaint } from '../../platform/after-paint.ts'
import type { Draft, Drafts } from './drafts.ts'

/** A part of what is being written in a chat. Whoever shows no letters is not drawn anew with each of them. */
export function useDraft<Part>(drafts: Drafts, chatId: ChatId, choose: (draft: Draft) => Part): Part {
  return useSyncExternalStore(drafts.subscribe, () => choose(drafts.of(chatId)))
}

/** The same for what may come a frame after a letter, so that the letter need not wait for it. */
export function useDraftAfterPaint<Part>(drafts: Drafts, chatId: ChatId, choose: (draft: Draft) => Part): Part {
  const subscribe = useCallback(
    (listener: () => void) => {
      let cancel: (() => void) | null = null
      const unsubscribe = drafts.subscribe(() => {
        cancel ??= afterPaint(() => {
          cancel = null
          listener()
        })
      })
      return () => {
        unsubscribe()
        cancel?.()
      }
    },
    [drafts],
  )
  return useSyncExternalStore(subscribe, () => choose(drafts.of(chatId)))
}
