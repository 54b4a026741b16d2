import type { ChatId, ChatListItem, MemberId } from '@partyline/contract'
import { makeStyles } from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mentionedQuery, unclaimedQuery } from '../../core/chats/chat-queries.ts'
import { inListOrder } from '../../core/chats/list-order.ts'
import { itemsOf } from '../../core/chats/list-pages.ts'
import type { ListPages } from '../../core/chats/list-pages.ts'
import { useApi } from '../../platform/platform-context.tsx'
import type { ChatListQuery } from '../../platform/query-keys.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { ChatGroup } from './chat-group.tsx'
import { useKeptMention } from './kept-mention.ts'
import { useMentionNotes } from './use-mention-notes.ts'

/** The chats above the list, newest first. None is in both groups, or in the list as well. */
export type ChatGroups = { mentions: readonly ChatListItem[]; unclaimed: readonly ChatListItem[] }

type Parts = { query: ChatListQuery; list: UseInfiniteQueryResult<ListPages>; openedId: ChatId | null }

const NONE: readonly ChatListItem[] = []
const newestFirst = (pages: ListPages) => inListOrder(itemsOf(pages), 'newestFirst')

export const isInUnclaimedGroup = ({ unclaimedCount, state }: ChatListItem) => unclaimedCount > 0 && state === 'open'
export const isInMentionGroup = ({ mentionCount, archived }: ChatListItem) => mentionCount > 0 && !archived

/** Whether the list itself is one of mentions. */
export const isOfMentions = ({ listFilters }: ChatListQuery) => listFilters?.includes('mentions') ?? false

export function useChatGroups({ query, list, openedId }: Parts): ChatGroups {
  const { data: unclaimed = NONE } = useInfiniteQuery({ ...unclaimedQuery(useApi()), select: newestFirst })
  const mentions = useMentions({ list, openedId })
  const isUnclaimedOnly = query.mode === 'unclaimed'
  const isMentionsOnly = isOfMentions(query)
  return useMemo(() => {
    if (isUnclaimedOnly) return { mentions: NONE, unclaimed: NONE }
    if (isMentionsOnly) return { mentions: NONE, unclaimed }
    const mentioned = new Set(mentions.map(({ id }) => id))
    return { mentions, unclaimed: unclaimed.filter(({ id }) => !mentioned.has(id)) }
  }, [mentions, unclaimed, isUnclaimedOnly, isMentionsOnly])
}

/** Those in the loaded list are available immediately. The others are fetched after it, so as not to delay it. */
function useMentions({ list, openedId }: Pick<Parts, 'list' | 'openedId'>): readonly ChatListItem[] {
  const { data } = useInfiniteQuery({ ...mentionedQuery(useApi()), enabled: !list.isPending })
  const pages = data ?? list.data
  const items = useMemo(() => (pages ? newestFirst(pages).filter(isInMentionGroup) : NONE), [pages])
  return useKeptMention(items, openedId)
}

/** The chats of the list that are in no group. */
export function withoutGroups(items: readonly ChatListItem[], { mentions }: ChatGroups): ChatListItem[] {
  const mentioned = new Set(mentions.map(({ id }) => id))
  return items.filter((item) => !isInUnclaimedGroup(item) && !mentioned.has(item.id))
}

const useStyles = makeStyles({
  // Together, so that the list below stays reachable.
  groups: { flexShrink: 0, maxHeight: '50%', overflowY: 'auto' },
})

type Props = { groups: ChatGroups; openedId: ChatId | null; me: MemberId; onOpenAgain: () => void }

/** Chats with notes that mention this person, and unclaimed ones, which everyone sees until someone joins or replies. */
export function ChatGroupsAbove({ groups: { mentions, unclaimed }, ...rest }: Props) {
  const styles = useStyles()
  const notes = useMentionNotes(mentions, { isWanted: true })
  if (mentions.length + unclaimed.length === 0) return null
  return (
    <div className={styles.groups}>
      <ChatGroup title={CHAT_TEXTS.mentions} hint={CHAT_TEXTS.mentionsHint} items={mentions} notes={notes} {...rest} />
      <ChatGroup title={CHAT_TEXTS.unclaimed} hint={CHAT_TEXTS.unclaimedHint} items={unclaimed} {...rest} />
    </div>
  )
}
