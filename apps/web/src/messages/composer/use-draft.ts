import type { ChatId } from '@partyline/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { afterPaint } from '../../platform/after-paint.ts'
import type { Draft, Drafts } from '../../core/drafts.ts'

/** A part of a draft. Components that don't show the text don't render again with each key. */
export function useDraft<Part>(drafts: Drafts, chatId: ChatId, choose: (draft: Draft) => Part): Part {
  return useSyncExternalStore(drafts.subscribe, () => choose(drafts.of(chatId)))
}

/** The same, but updated after the next paint, so that typing does not wait for it. */
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
