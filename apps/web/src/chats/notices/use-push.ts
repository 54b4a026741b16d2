import type { ChatId } from '@partyline/contract'
import { useEffect, useEffectEvent } from 'react'
import { useAuth, useSignedIn } from '../../auth/index.ts'
import { restoreReplies } from '../../core/notices/restore-replies.ts'
import { listenToWorker } from '../../core/notices/worker-messages.ts'
import { closeShown, leavePush, notificationSettingsOf, renewPush } from '../../notifications/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useChatClient } from '../chat-client-context.ts'

type Props = {
  /** The chat in front of the person; null for none, or while the window is not in front. */
  seen: ChatId | null
  onOpen: (chatId: ChatId) => void
}

const ignore = () => undefined

/** The page's part of push: renews it, opens chats for the service worker, and closes notifications that are over. */
export function usePush({ seen, onOpen }: Props): void {
  const api = useApi()
  const { store } = useAuth()
  const { id: owner } = useSignedIn()
  const { me, drafts } = useChatClient()
  const openChat = useEffectEvent(onOpen)
  const chatInFront = useEffectEvent(() => seen)

  useEffect(() => {
    // Without push, notifications work while the app is open.
    renewPush({ api, choice: notificationSettingsOf(owner).current().choice }).catch(ignore)
  }, [api, owner])

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    return listenToWorker(navigator.serviceWorker, { chatInFront, onOpen: openChat })
  }, [])

  useEffect(() => {
    // The session was ended in another tab, or elsewhere.
    return store.subscribe(() => {
      if (store.current().status === 'unauthenticated') void leavePush()
    })
  }, [store])

  useEffect(() => {
    if (seen === null) return
    closeShown(seen).catch(ignore)
    if ('caches' in window) restoreReplies({ caches, now: Date.now, api, drafts, me }, seen).catch(ignore)
  }, [seen, api, drafts, me])
}
