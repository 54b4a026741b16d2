import type { ChatId } from '@partyline/contract'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import {
  choose,
  createNotifier,
  isBlocked,
  joinTabs,
  notificationSettingsOf,
  OfferLine,
  playChime,
} from '../../notifications/index.ts'
import type { Notice } from '../../notifications/index.ts'
import { isBlank } from '../../messages/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChats } from '../chats-context.tsx'
import type { Arrival } from './arrivals.ts'

type Props = {
  /** The chat that is before the person now; null for none, or while they look elsewhere. */
  seen: ChatId | null
  onOpen: (chatId: ChatId) => void
}

/** Tells the person of messages that come while they look elsewhere, and offers to do so. */
export function Notices({ seen, onOpen }: Props) {
  const api = useApi()
  const { id: owner } = useSignedIn()
  const { arrivals, caches } = useChats()
  const store = notificationSettingsOf(owner)
  const { choice } = useSyncExternalStore(store.subscribe, store.current)
  const [missed, setMissed] = useState(false)
  const tabs = useRef<ReturnType<typeof joinTabs> | null>(null)
  const openChat = useEffectEvent(onOpen)

  useEffect(() => {
    const joined = joinTabs(`partyline.notifications.${owner}`)
    tabs.current = joined
    const notifier = createNotifier({
      settings: store.current,
      isLeader: joined.isLeader,
      isSeen: joined.isSeen,
      show: (notice) => show(notice, openChat),
      play: playChime,
      timers: { set: (run, ms) => window.setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    })

    async function arrived({ chatId, message, isMine }: Arrival) {
      const chat = caches.findItem(chatId) ?? (await api.call('chats.get', { params: { chatId } }))
      const author = chat.members.find(({ id }) => id === message.sentBy)?.name ?? chat.name
      if (isMine && !document.hasFocus()) setMissed(true)
      notifier.arrived({ chatId, chatName: chat.name, author, text: textOf(message), isMine })
    }

    // What cannot be named is not told of: the list shows it all the same.
    const stop = arrivals.subscribe((arrival) => void arrived(arrival).catch(() => undefined))
    return () => {
      stop()
      notifier.stop()
      joined.stop()
    }
  }, [store, arrivals, caches, api, owner])

  useEffect(() => tabs.current?.setSeen(seen), [seen])

  if (!missed || choice !== 'unasked' || isBlocked()) return null
  return <OfferLine onAccept={() => void choose(store, 'mine')} onDecline={() => void choose(store, 'off')} />
}

/** Empty for a picture. */
function textOf({ text, media, pendingMedia }: Arrival['message']): string {
  if (!isBlank(text)) return text
  return media.length + pendingMedia > 0 ? '' : CHAT_TEXTS.empty
}

function show({ title, body, tag, chatId }: Notice, onOpen: (chatId: ChatId) => void) {
  const options = { body, tag, icon: '/favicon.svg' }
  let notification: Notification
  try {
    notification = new Notification(title, options)
  } catch {
    // Chrome on Android shows only what a service worker asks for; without one the page's own signs have to do.
    void showByWorker(title, options)
    return
  }
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    onOpen(chatId)
  })
}

async function showByWorker(title: string, options: NotificationOptions) {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.showNotification(title, options)
  } catch {
    // The same holds where the worker may not either.
  }
}
