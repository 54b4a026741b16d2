import type { ChatListItem, MemberId } from '@partyline/contract'
import { isSearch } from '../../platform/query-keys.ts'
import type { ChatListQuery } from '../../platform/query-keys.ts'
import type { ChatEvent } from './apply-event.ts'
import { isMember } from '../people.ts'
import { listedState } from './list-view.ts'

/** The fields that decide to which lists a chat belongs. */
type Facts = Pick<
  ChatListItem,
  'members' | 'state' | 'assignedTo' | 'numberId' | 'unreadCount' | 'unclaimedCount' | 'failedCount' | 'scheduledCount'
>

/**
 * Whether a chat is kept in a list; a deleted one is in none. Only the server knows what a search finds, so that
 * results stay, but none are added here. A chat that was read stays in a list of unread ones: the screen decides when
 * it goes.
 */
export function belongsIn(query: ChatListQuery, item: ChatListItem, me: MemberId, wasListed: boolean): boolean {
  if (item.archived) return false
  if (isSearch(query)) return wasListed
  return (
    mayBelong(query, item, me) || (wasListed && item.unreadCount === 0 && mayBelong(withoutUnread(query), item, me))
  )
}

/** Whether an event may bring a chat into a list that does not have it: a new chat, or one that moves to the top. */
export function mayEnter(query: ChatListQuery, event: ChatEvent, me: MemberId): boolean {
  const facts = factsOf(event, me)
  if (event.kind === 'MessageAddedToChat' && event.data.message.automatic) return false
  if (event.kind === 'DeliveryStatusUpdated') {
    const { unreadCount = 0, failedCount = 0, scheduledCount = 0, state } = facts
    const isNews =
      unreadCount > 0 ||
      state !== undefined ||
      (failedCount > 0 && has(query, 'attention')) ||
      (scheduledCount > 0 && has(query, 'scheduled'))
    if (!isNews) return false
  }
  return mayBelong(query, facts, me)
}

/** False if one of the facts rules it out. */
function mayBelong(query: ChatListQuery, facts: Partial<Facts>, me: MemberId): boolean {
  const { members, state, assignedTo, numberId, unreadCount, unclaimedCount, failedCount, scheduledCount } = facts
  const listed = listedState(query.listFilters)
  // A user's ID is also their ID as a member.
  const isMine = (assignedTo as string | null | undefined) === me
  const isRuledOut = [
    state !== undefined && listed !== null && state !== listed,
    query.mode === 'my' && members !== undefined && !isMember({ members }, me),
    query.mode === 'unclaimed' && unclaimedCount === 0,
    query.line !== undefined && numberId !== undefined && numberId !== query.line,
    has(query, 'unread') && unreadCount === 0,
    has(query, 'attention') && failedCount === 0,
    has(query, 'scheduled') && scheduledCount === 0,
    has(query, 'unassigned') && assignedTo !== undefined && assignedTo !== null,
    has(query, 'assignedToMe') && assignedTo !== undefined && !isMine,
  ]
  return !isRuledOut.includes(true)
}

function withoutUnread(query: ChatListQuery): ChatListQuery {
  return { ...query, listFilters: query.listFilters?.filter((filter) => filter !== 'unread') ?? [] }
}

const has = ({ listFilters }: ChatListQuery, filter: NonNullable<ChatListQuery['listFilters']>[number]) =>
  listFilters?.includes(filter) ?? false

/** The fields of a chat in an event. */
function factsOf(event: ChatEvent, me: MemberId): Partial<Facts> {
  const unreadCount = event.data.unreadCounts[me]
  const counted = unreadCount !== undefined && { unreadCount }
  switch (event.kind) {
    case 'DeliveryStatusUpdated': {
      const { failedCount, state, pending } = event.data
      return {
        ...counted,
        ...(failedCount !== undefined && { failedCount }),
        ...(pending && { scheduledCount: pending.scheduledCount }),
        ...(state && { state }),
      }
    }
    case 'MessageAddedToChat': {
      const { summary, unclaimedCount } = event.data
      return { ...summary, unclaimedCount, ...counted }
    }
    default:
      return { ...event.data.chat, ...counted }
  }
}
