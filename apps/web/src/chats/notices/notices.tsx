import { isBlank } from '@partyline/contract'
import type { ChatId, ChatListItem, MemberId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
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
import { useApi } from '../../platform/platform-context.tsx'
import { useStore } from '../../platform/use-store.ts'
import { usersQuery } from '../../users/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useChatClient } from '../chat-client-context.ts'
import type { Arrival } from '../../core/chats/arrivals.ts'

type Props = {
  /** The chat in front of the person; null for none, or while the window is not in front. */
  seen: ChatId | null
  onOpen: (chatId: ChatId) => void
}

/** Notifies the person of messages that arrive while the window is not in front, and offers to do so. */
export function Notices({ seen, onOpen }: Props) {
  const api = useApi()
  const { id: owner } = useSignedIn()
  const { arrivals, caches } = useChatClient()
  const client = useQueryClient()
  const store = notificationSettingsOf(owner)
  const { choice } = useStore(store)
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

    async function arrived({ kind, chatId, message, isMine }: Arrival) {
      const chat = caches.findItem(chatId) ?? (await api.call('chats.get', { params: { chatId } }))
      const named = { chatId, chatName: chat.name, kind, isMine }
      if (kind === 'notSent') {
        notifier.arrived({ ...named, said: null })
        return
      }
      // The event that ends a snooze does not have the members' choices.
      if (kind !== 'mention' && chat.notify === 'none') return
      if (isMine && !document.hasFocus()) setMissed(true)
      const said = message && {
        author: await authorOf(chat, message.sentBy),
        text: textOf(message),
      }
      notifier.arrived({ ...named, said })
    }

    /** Notes are also written by people who are not members. */
    async function authorOf({ name, members }: Pick<ChatListItem, 'name' | 'members'>, id: MemberId): Promise<string> {
      const member = members.find((each) => each.id === id)
      if (member) return member.name
      const users = await client.ensureQueryData(usersQuery(api))
      return users.find((user) => (user.id as string) === id)?.name ?? name
    }

    // If the chat can't be loaded, there is no notification. The list shows the message anyway.
    const stop = arrivals.subscribe((arrival) => void arrived(arrival).catch(() => undefined))
    return () => {
      stop()
      notifier.stop()
      joined.stop()
    }
  }, [store, arrivals, caches, client, api, owner])

  useEffect(() => tabs.current?.setSeen(seen), [seen])

  if (!missed || choice !== 'unasked' || isBlocked()) return null
  return <OfferLine onAccept={() => void choose(store, 'mine')} onDecline={() => void choose(store, 'off')} />
}

/** Empty for a picture. */
function textOf({ text, media, pendingMedia }: NonNullable<Arrival['message']>): string {
  if (!isBlank(text)) return text
  return media.length + pendingMedia > 0 ? '' : CHAT_TEXTS.empty
}

function show({ title, body, tag, chatId }: Notice, onOpen: (chatId: ChatId) => void) {
  const options = { body, tag, icon: '/favicon.svg' }
  let notification: Notification
  try {
    notification = new Notification(title, options)
  } catch {
    // Chrome on Android only shows notifications of service workers. Without one, the page's own signs have to do.
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
    // The same if the service worker may not, either.
  }
}
