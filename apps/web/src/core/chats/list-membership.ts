import { mayMeet, wantedBy } from '@partyline/contract'
import type { ChatListItem, MemberId } from '@partyline/contract'
import { isSearch } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'
import { isPartial } from './apply-event.ts'
import type { ChatEvent } from './apply-event.ts'
import { isMember } from '../people.ts'
import { listConditions } from './list-view.ts'

/** Whether a list has the deleted chats, and no others. */
export const hasDeleted = (query: ChatListQuery): boolean => listConditions(query).enabled === false

/**
 * Whether a chat is kept in a list; a deleted one is in none, except those of deleted ones. Only the server knows what a search finds, so that
 * results stay, but none are added here. A chat that was read stays in a list of unread ones: the screen decides when
 * it goes.
 */
export function belongsIn(query: ChatListQuery, item: ChatListItem, me: MemberId, wasListed: boolean): boolean {
  if (item.archived !== hasDeleted(query)) return false
  if (isSearch(query)) return wasListed
  return (
    mayBelong(query, item, me) || (wasListed && item.unreadCount === 0 && mayBelong(withoutUnread(query), item, me))
  )
}

/** Whether a list has only chats with unseen mentions of this person. */
export const hasMentions = (query: ChatListQuery): boolean =>
  !isSearch(query) && listConditions(query).mentioned === true

/**
 * Whether an event may bring a chat into a list that does not have it: a new chat, or one that moves to the top. Mentions are
 * not in these events: `mentionCount` is the known one.
 */
export function mayEnter(query: ChatListQuery, event: ChatEvent, me: MemberId, mentionCount = 0): boolean {
  const facts = factsOf(event, me)
  if (event.kind === 'MessageAddedToChat' && event.data.message.automatic) return false
  if (isPartial(event)) {
    const isTested = wantedBy(listConditions(query), me).some(({ field }) => facts[field] !== undefined)
    if (!isTested && !facts.unreadCount) return false
  }
  return mayBelong(query, { ...facts, mentionCount }, me)
}

/** False if one of the facts rules it out. */
function mayBelong(query: ChatListQuery, facts: Partial<ChatListItem>, me: MemberId): boolean {
  const { members } = facts
  const conditions = listConditions(query)
  // Someone who is mentioned need not be a member.
  const isMine = query.mode === 'my' && !conditions.mentioned
  if (isMine && members !== undefined && !isMember({ members }, me)) return false
  return mayMeet(conditions, facts, me)
}

function withoutUnread(query: ChatListQuery): ChatListQuery {
  return { ...query, listFilters: query.listFilters?.filter((filter) => filter !== 'unread') ?? [] }
}

/** The fields of a chat in an event. */
function factsOf({ kind, data }: ChatEvent, me: MemberId): Partial<ChatListItem> {
  const unreadCount = data.unreadCounts[me]
  return {
    ...data.patch,
    ...(kind === 'MessageAddedToChat' && { members: data.members }),
    ...(unreadCount !== undefined && { unreadCount }),
  }
}
