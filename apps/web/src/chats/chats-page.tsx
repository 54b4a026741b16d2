import type { Chat, ChatId } from '@partyline/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ComposerHandle } from '../messages/index.ts'
import { useOpenedChat } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { useLayer } from '../platform/use-layer.ts'
import { watchVisible } from '../platform/watch-visible.ts'
import { WritingLine } from '../presence/index.ts'
import { ConnectionLine } from '../realtime/index.ts'
import { ShortcutKeys } from '../shortcuts/index.ts'
import { Frame, openModal, useFrameWidth } from '../ui/index.ts'
import { ChatList } from './chat-list/chat-list.tsx'
import type { ChatListHandle } from './chat-list/chat-list.tsx'
import { newChatModal } from './chat-modals.ts'
import { openedChatQuery } from './chat-queries.ts'
import { CHAT_TEXTS } from './chat-texts.ts'
import { useChats } from './chats-context.tsx'
import { DetailsPane } from './details/details-pane.tsx'
import { NothingOpened } from './nothing-opened.tsx'
import { OpenedChat } from './opened/opened-chat.tsx'
import { chatKeys } from './updates/chat-keys.ts'

/** The screen at `/`: the chat list and the opened chat. */
export function ChatsPage() {
  const { realtime, caches, presence } = useChats()
  const client = useQueryClient()
  const [chatId, open] = useOpenedChat()
  const [sideOf, setSideOf] = useState<ChatId | null>(null)
  const sideOpened = sideOf !== null
  const drawer = useFrameWidth() !== 'three'
  // Where there is room the right pane stays for the next chat; a drawer would hide it.
  if (drawer && sideOpened && sideOf !== chatId) setSideOf(null)
  const composer = useRef<ComposerHandle>(null)
  const chat = useShownChat(chatId)
  usePageTitle(chat?.name ?? CHAT_TEXTS.list)
  const toList = () => open(null)
  useLayer(chat !== undefined && sideOpened, () => setSideOf(null))
  const list = useRef<ChatListHandle>(null)

  useEffect(() => watchVisible((isVisible) => presence.show(isVisible ? chatId : null)), [presence, chatId])

  function created(chat: Chat) {
    caches.putChat(chat)
    open(chat.id)
    void client.invalidateQueries({ queryKey: chatKeys.lists })
  }

  function step(places: number) {
    const next = list.current?.neighbour(places)
    if (next) open(next)
  }

  const shortcuts = {
    newChat: () => openModal(newChatModal, { onCreated: created }),
    search: () => list.current?.focusSearch(),
    write: () => composer.current?.focus(),
    previousChat: () => step(-1),
    nextChat: () => step(1),
  }

  return (
    <>
      <Suspense fallback={null}>
        <ConnectionLine realtime={realtime} />
      </Suspense>
      <ShortcutKeys actions={shortcuts} />
      <Frame
        list={{
          label: CHAT_TEXTS.list,
          content: (
            <ChatList ref={list} openedId={chatId} onCreated={created} onOpenAgain={() => composer.current?.focus()} />
          ),
        }}
        main={{
          label: chat?.name ?? CHAT_TEXTS.opened,
          content: chatId ? (
            <>
              <OpenedChat
                key={chatId}
                chatId={chatId}
                sideOpened={sideOpened}
                onToggleSide={() => setSideOf(sideOpened ? null : chatId)}
                onBack={toList}
                composer={composer}
              />
              <Suspense fallback={null}>
                <WritingLine presence={presence} />
              </Suspense>
            </>
          ) : (
            <NothingOpened onNewChat={() => openModal(newChatModal, { onCreated: created })} />
          ),
        }}
        side={
          chat && sideOpened
            ? {
                title: CHAT_TEXTS.side,
                content: <DetailsPane chat={chat} onGone={toList} />,
                onClose: () => setSideOf(null),
              }
            : null
        }
        showing={chatId ? 'main' : 'list'}
      />
    </>
  )
}

/** The opened chat as far as it is loaded; the middle pane asks for it. */
function useShownChat(chatId: ChatId | null) {
  const { caches } = useChats()
  const api = useApi()
  const { data } = useQuery({
    ...openedChatQuery({ api, caches, chatId: chatId ?? ('' as ChatId) }),
    enabled: chatId !== null,
  })
  return data
}
