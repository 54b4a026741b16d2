import type { Chat, ChatId } from '@partyline/contract'
import { useQuery, useQueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ComposerHandle } from '../messages/index.ts'
import { layers } from '../platform/layers.ts'
import { useOpenedChat } from '../platform/navigation.tsx'
import { isNewChat, newChatId } from '../platform/new-chat-id.ts'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { useLayer } from '../platform/use-layer.ts'
import { afterPaint } from '../platform/after-paint.ts'
import { optionalChunk } from '../platform/chunks.ts'
import { lazyComponent } from '../platform/lazy-component.tsx'
import { useStable } from '../platform/use-stable.ts'
import { watchVisible } from '../platform/watch-visible.ts'
import { TypingLine } from '../presence/index.ts'
import { ConnectionLine } from '../connection-line/index.ts'
import { ShortcutKeys } from '../shortcuts/index.ts'
import { Frame, undoByToast, useFrameWidth, EmptyState } from '../ui/index.ts'
import { ChatList } from './chat-list/chat-list.tsx'
import type { ChatListHandle } from './chat-list/chat-list.tsx'
import { useHasFinished } from './chat-list/use-has-finished.ts'
import { chatListQuery, mentionedQuery, openedChatQuery, unclaimedQuery } from '../core/chats/chat-queries.ts'
import { CHAT_TEXTS } from './chat-texts.ts'
import { useChatClient } from './chat-client-context.ts'
import { DetailsPane } from './details/details-pane.tsx'
import { isEmptyChat, newChatDraftsOf } from './new-chat/new-chat-draft.ts'
import { loadNewChat } from './new-chat/new-chat-chunk.ts'
import { NewChatSkeleton } from './new-chat/new-chat-skeleton.tsx'
import { ChatSkeleton } from './opened/chat-skeleton.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { ComposeRegular } from '@fluentui/react-icons/svg/compose'
import type { BulkAction } from './selection/selection.ts'
import { LeaveChatContext, opensNextOf } from './triage/next-chat.ts'
import type { LeaveChat } from './triage/next-chat.ts'
import { PickerHost } from './triage/picker-host.tsx'
import { useTriageKeys } from './triage/use-triage-keys.ts'
import { SetupHint } from '../setup/index.ts'
import { itemsOf } from '../core/chats/list-pages.ts'
import type { ListPages } from '../core/chats/list-pages.ts'
import type { OpenedChat as OpenedState } from '../core/chats/opened-chat.ts'

/** Transcript and composer: as much code as the list, which is drawn without it. */
export const loadOpenedChat = optionalChunk(async () => (await import('./opened/opened-chat.tsx')).OpenedChat, {
  soon: true,
})
const OpenedChat = lazyComponent(loadOpenedChat)
const NewChatView = lazyComponent(loadNewChat)
const StartPane = lazyComponent(optionalChunk(async () => (await import('./start-pane.tsx')).StartPane))

/** The screen at `/`: the chat list and the opened chat. */
export function ChatsPage() {
  const { me, realtime, caches, drafts, presence } = useChatClient()
  const client = useQueryClient()
  const [openedId, open] = useOpenedChat()
  const isNew = isNewChat(openedId)
  const chatId = isNew ? null : openedId
  /** Where the focus was when a new chat was started here; null if the page was opened with one. */
  const opener = useRef<Element | null>(null)
  const [sideOf, setSideOf] = useState<ChatId | null>(null)
  const sideOpened = sideOf !== null
  const drawer = useFrameWidth() !== 'three'
  // The right pane stays open for the next chat; a drawer closes, because it would hide the chat.
  if (drawer && sideOpened && sideOf !== chatId) setSideOf(null)
  const composer = useRef<ComposerHandle>(null)
  const name = useShownChat(chatId, nameOf)
  usePageTitle(isNew ? CHAT_TEXTS.newChat : (name ?? CHAT_TEXTS.list))
  const toList = () => open(null)
  useLayer(chatId !== null && sideOpened, () => setSideOf(null))
  const list = useRef<ChatListHandle>(null)
  const recipients = useRef<HTMLInputElement>(null)

  useEffect(() => watchVisible((isVisible) => presence.setChat(isVisible ? chatId : null)), [presence, chatId])

  useEffect(() => afterPaint(() => void loadOpenedChat()), [])

  function created(chat: Chat) {
    caches.putChat(chat)
    open(chat.id, { replace: isNew })
    void client.invalidateQueries({ queryKey: queryKeys.chats.lists })
  }

  function startNew() {
    const begun = openedId && isNew ? newChatDraftsOf(me).of(openedId).current() : null
    if (openedId && begun && isEmptyChat(begun, drafts.of(openedId))) {
      recipients.current?.focus()
      return
    }
    if (!isNew) opener.current = document.activeElement
    open(newChatId())
  }

  /** Returns to the previous chat or the list. */
  function closeNew() {
    if (opener.current instanceof HTMLElement) {
      opener.current.focus()
      layers().back()
    } else open(null, { replace: true })
  }

  function step(offset: number) {
    const next = list.current?.neighbor(offset)
    if (next) open(next)
  }

  /** In the latest render. */
  const currentId = useStable(() => openedId)
  const leave: LeaveChat = useStable((done) => {
    if (done !== openedId || !opensNextOf(me).current()) return null
    const to = list.current?.neighbor(1) ?? list.current?.neighbor(-1) ?? null
    open(to)
    return ({ ifThere } = { ifThere: false }) => {
      if (!ifThere || currentId() === to) open(done)
    }
  })
  const onChat = useTriageKeys(chatId, leave)
  const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-chat]') ?? null

  /** In the list, all selected chats come before the focused one. */
  const onSelected = (action: BulkAction) => focusedRow() !== null && list.current?.actOnSelected(action) === true
  function toggleSelected() {
    const row = focusedRow()
    if (row) list.current?.toggleSelected(row)
  }

  const shortcuts = {
    newChat: startNew,
    search: () => list.current?.focusSearch(),
    write: () => composer.current?.focus(),
    note: () => composer.current?.toggleNote(),
    previousChat: () => step(-1),
    nextChat: () => step(1),
    select: toggleSelected,
    done: () => onSelected('done') || void onChat('toggleDone'),
    snooze: () => onSelected('snooze') || void onChat('snooze'),
    assign: () => onSelected('assign') || void onChat('assign'),
    unread: () => onSelected('unread') || void onChat('markUnread'),
    undo: undoByToast,
  }

  return (
    <LeaveChatContext value={leave}>
      <Suspense fallback={null}>
        <ConnectionLine realtime={realtime} />
      </Suspense>
      <ShortcutKeys actions={shortcuts} />
      <Frame
        list={{
          label: CHAT_TEXTS.list,
          content: (
            <>
              <ChatList
                ref={list}
                openedId={openedId}
                onNewChat={startNew}
                onOpenAgain={() => composer.current?.focus()}
              />
              <PickerHost />
            </>
          ),
        }}
        main={{
          label: isNew ? CHAT_TEXTS.newChat : (name ?? CHAT_TEXTS.opened),
          content:
            openedId && isNew ? (
              <Suspense
                key={openedId}
                fallback={<NewChatSkeleton id={openedId} recipientField={recipients} onClose={closeNew} />}
              >
                <NewChatView
                  id={openedId}
                  onClose={closeNew}
                  onOpen={open}
                  onCreated={created}
                  recipientField={recipients}
                  composer={composer}
                />
              </Suspense>
            ) : chatId ? (
              <>
                <Suspense key={chatId} fallback={<ChatSkeleton onBack={toList} />}>
                  <OpenedChat
                    chatId={chatId}
                    sideOpened={sideOpened}
                    onToggleSide={() => setSideOf(sideOpened ? null : chatId)}
                    onBack={toList}
                    composer={composer}
                  />
                </Suspense>
                <Suspense fallback={null}>
                  <TypingLine presence={presence} />
                </Suspense>
              </>
            ) : (
              <NothingOpened onNewChat={startNew} />
            ),
        }}
        side={
          name !== undefined && sideOpened
            ? {
                title: CHAT_TEXTS.side,
                content: <ShownDetails chatId={chatId} onGone={toList} />,
                onClose: () => setSideOf(null),
              }
            : null
        }
        showing={openedId ? 'main' : 'list'}
      />
    </LeaveChatContext>
  )
}

/** A part of the opened chat, once it is loaded: its messages do not concern the whole page. */
function useShownChat<Part>(chatId: ChatId | null, select: (chat: OpenedState) => Part): Part | undefined {
  const { caches } = useChatClient()
  const api = useApi()
  const { data } = useQuery({
    ...openedChatQuery({ api, caches, chatId: chatId ?? ('' as ChatId) }),
    enabled: chatId !== null,
    select,
  })
  return data
}

const nameOf = ({ name }: OpenedState) => name
const whole = (chat: OpenedState) => chat

function ShownDetails({ chatId, onGone }: { chatId: ChatId | null; onGone: () => void }) {
  const chat = useShownChat(chatId, whole)
  return chat && <DetailsPane chat={chat} onGone={onGone} />
}

/** The middle pane without an opened chat: for people without chats, how to start. */
function NothingOpened({ onNewChat }: { onNewChat: () => void }) {
  const api = useApi()
  const hasItems = { select: (pages: ListPages) => itemsOf(pages).length > 0 }
  const { data: hasOwn } = useInfiniteQuery({ ...chatListQuery(api, { mode: 'my', term: '' }), ...hasItems })
  const { data: hasUnclaimed } = useInfiniteQuery({ ...unclaimedQuery(api), ...hasItems })
  const mentions = useInfiniteQuery({
    ...mentionedQuery(api),
    ...hasItems,
    enabled: hasOwn === false && hasUnclaimed === false,
  })
  const hasNone = hasOwn === false && hasUnclaimed === false && mentions.data !== true
  const hasFinished = useHasFinished('my', { enabled: hasNone })
  if (hasNone && (hasFinished === undefined || mentions.isLoading)) return null
  if (hasNone && !hasFinished) {
    return (
      <Suspense fallback={null}>
        <SetupHint>
          <EmptyState
            icon={<ComposeRegular />}
            title={CHAT_TEXTS.start}
            text={CHAT_TEXTS.startHint}
            action={{ label: CHAT_TEXTS.newChat, onClick: onNewChat, primary: true }}
          />
        </SetupHint>
      </Suspense>
    )
  }
  return (
    <Suspense fallback={null}>
      <StartPane />
    </Suspense>
  )
}
