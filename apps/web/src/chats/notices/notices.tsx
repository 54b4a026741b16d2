import { NOTIFICATION } from '@partyline/contract'
import type { ChatId, ChatListItem, MemberId, User } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import type { Arrival } from '../../core/chats/arrivals.ts'
import { saidText } from '../../core/notices/notice.ts'
import {
  choose,
  createNotifier,
  createShownNotices,
  isBlocked,
  joinTabs,
  notificationSettingsOf,
  OfferLine,
  playChime,
  showNotice,
} from '../../notifications/index.ts'
import type { Notice } from '../../notifications/index.ts'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import type { Api } from '../../platform/api.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useStore } from '../../platform/use-store.ts'
import { meQuery, usersQuery } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'
import { chatQuestion } from './chat-question.ts'
import { usePush } from './use-push.ts'

/** Events announce changes of these. */
const UNTIL_CHANGED = { staleTime: Infinity }

type Props = {
  /** The chat in front of the person; null for none, or while the window is not in front. */
  seen: ChatId | null
  onOpen: (chatId: ChatId) => void
}

/** Notifies the person of messages that arrive while the window is not in front, and offers to do so. */
export function Notices({ seen, onOpen }: Props) {
  const api = useApi()
  const { id: owner } = useSignedIn()
  const { arrivals, caches, me } = useChatClient()
  const { now } = useTimes()
  const client = useQueryClient()
  const store = notificationSettingsOf(owner)
  const { choice } = useStore(store)
  const [missed, setMissed] = useState(false)
  const tabs = useRef<ReturnType<typeof joinTabs> | null>(null)
  const openChat = useEffectEvent(onOpen)

  useEffect(() => {
    const shown = createShownNotices(unreadIn)
    const joined = joinTabs(`partyline.notifications.${owner}`, shown.takeBack)
    tabs.current = joined
    const notifier = createNotifier({
      settings: store.current,
      isLeader: joined.isLeader,
      isSeen: joined.isSeen,
      show: (notice) => void show(notice),
      play: playChime,
      onSeen: (itemIds) => reportShown(api, itemIds),
      onMissed: () => {
        if (!document.hasFocus()) setMissed(true)
      },
      now: () => new Date(now()),
      timers: { set: (run, ms) => window.setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    })

    async function show(notice: Notice) {
      const close = await showNotice(notice, openChat)
      if (close === null) return
      shown.add(notice, close)
      reportShown(api, notice.itemIds)
    }

    async function arrived({ kind, chatId, id, by, message, chat: facts }: Arrival) {
      const [chat, person] = await Promise.all([
        caches.find(chatId) ?? api.call('chats.get', { params: { chatId } }),
        client.fetchQuery(meQuery(api)),
      ])
      // Most texts need neither, and cost no request.
      const { assignedTo } = { ...chat, ...facts }
      const isOthers = assignedTo !== null && (assignedTo as string) !== me
      const isByMember = by === null || chat.members.some(({ id: memberId }) => memberId === by)
      const [users, lines] = await Promise.all([
        isOthers || !isByMember ? client.fetchQuery({ ...usersQuery(api), ...UNTIL_CHANGED }) : [],
        isOthers ? client.fetchQuery({ ...twilioNumbersQuery(api), ...UNTIL_CHANGED }) : [],
      ])
      const isSaid = by !== null && kind !== 'notSent'
      notifier.arrived({
        chatId,
        id,
        kind,
        chatName: chat.name,
        said: isSaid ? { author: nameOf(by, chat, users), text: message ? saidText(message) : '' } : null,
        person,
        chat: chatQuestion({ ...chat, ...facts }, { me, users, lines, now: new Date(now()) }),
      })
    }

    /** This person's unread count in a chat. */
    function unreadIn(chatId: ChatId): number {
      const chat = caches.find(chatId)
      return chat ? chat.unreadCount + chat.mentionCount + chat.unclaimedCount : 0
    }

    // If the chat can't be loaded, there is no notification. The list shows the message anyway.
    const stop = arrivals.subscribe((arrival) => void arrived(arrival).catch(() => undefined))
    const stopReading = client.getQueryCache().subscribe(() => shown.takeBackRead())
    return () => {
      stop()
      stopReading()
      notifier.stop()
      joined.stop()
    }
  }, [store, arrivals, caches, client, api, owner, me, now])

  useEffect(() => tabs.current?.setSeen(seen), [seen])
  usePush({ seen, onOpen })

  if (!missed || choice !== 'unasked' || isBlocked()) return null
  return <OfferLine onAccept={() => void choose(store, 'mine', api)} onDecline={() => void choose(store, 'off', api)} />
}

/** So that no other device shows it again. Without this, one may. */
function reportShown(api: Api, itemIds: readonly string[]) {
  for (let from = 0; from < itemIds.length; from += NOTIFICATION.maxShown) {
    const body = { itemIds: itemIds.slice(from, from + NOTIFICATION.maxShown) }
    api.call('notifications.shown', { body }).catch(() => undefined)
  }
}

/** Notes are also written by people who are not members. */
function nameOf(
  id: MemberId,
  { name, members }: Pick<ChatListItem, 'name' | 'members'>,
  users: readonly User[],
): string {
  return [...members, ...users].find((one) => (one.id as string) === id)?.name ?? name
}
