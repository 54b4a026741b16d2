// Without schemas, because it is a part of the web app's first load.
import type { MemberId, NumberId, UserId } from './ids.ts'

/** Conditions of a list, described in the schema of `chats.search`. */
export type ListConditions = {
  numberId?: NumberId | undefined
  state?: 'open' | 'done' | 'snoozed' | undefined
  assigned?: 'me' | 'none' | UserId | undefined
  unclaimed?: boolean | undefined
  unread?: boolean | undefined
  unanswered?: boolean | undefined
  mentioned?: boolean | undefined
  attention?: boolean | undefined
  scheduled?: boolean | undefined
  returned?: boolean | undefined
  dueBefore?: string | undefined
  enabled?: boolean | undefined
}
type ListCondition = keyof ListConditions

/** `true` matches true, a time, or a number above 0; `dueBefore` an earlier time; any other value the same value. */
export const CONDITION_FIELDS = {
  numberId: 'numberId',
  state: 'state',
  assigned: 'assignedTo',
  unclaimed: 'unclaimedCount',
  unread: 'unreadCount',
  unanswered: 'waitingSince',
  mentioned: 'mentionCount',
  attention: 'failedCount',
  scheduled: 'scheduledCount',
  returned: 'returnedCount',
  dueBefore: 'scheduledFor',
  enabled: 'archived',
} as const satisfies Record<ListCondition, string>
const CONDITIONS = Object.keys(CONDITION_FIELDS) as ListCondition[]

/** What a list's conditions require of their fields: true (a number above 0 or a time), an earlier time, or a value. Null: no one. */
export function wantedBy(list: ListConditions, me: UserId | MemberId) {
  return CONDITIONS.filter((condition) => asksFor(list, condition)).map((condition) => {
    const field = CONDITION_FIELDS[condition]
    if (condition === 'dueBefore') return { condition, field, wanted: { before: list.dueBefore ?? '' } }
    const value = list[condition]
    const wanted = value === 'me' ? me : value === 'none' ? null : (value ?? null) || true
    return { condition, field, wanted }
  })
}

/** `enabled: false` requests deleted chats. */
function asksFor(list: ListConditions, condition: ListCondition): boolean {
  return condition === 'enabled' ? list.enabled === false : Boolean(list[condition])
}

/** False if one of the known fields of a chat rules it out. */
export function mayMeet(
  list: ListConditions,
  chat: Partial<Record<(typeof CONDITION_FIELDS)[ListCondition], unknown>>,
  me: UserId | MemberId,
): boolean {
  return wantedBy(list, me).every(({ field, wanted }) => {
    const value = chat[field]
    if (value === undefined) return true
    if (wanted === true) return Boolean(value)
    if (typeof wanted === 'object' && wanted !== null) return typeof value === 'string' && value < wanted.before
    return value === wanted
  })
}

/** Conditions on state and line keep the list's order. With others, the newest message is first. */
export function isNewestFirst(list: ListConditions): boolean {
  return CONDITIONS.some((condition) => condition !== 'state' && condition !== 'numberId' && asksFor(list, condition))
}

/** Placeholder for the end of the person's day, which depends on their time zone. */
const END_OF_TODAY = 'endOfToday'

type Filter = {
  conditions: ListConditions
  /** Others find open chats only. */
  inEveryState?: true
  /** It is about the team's chats, and switches to all of them. */
  ofTeam?: true
  /** Offered to Admins, who can restore its chats. */
  forAdmins?: true
  /** No chat could match both; nor could one match two filters with the same condition. */
  excludes?: readonly string[]
}

/** In the order of the menu: docs/product.md#filters */
export const CHAT_FILTERS = {
  unread: { conditions: { unread: true } },
  mentions: { conditions: { mentioned: true }, inEveryState: true },
  unclaimed: { conditions: { unclaimed: true }, excludes: ['unread', 'assignedToMe'] },
  unassigned: { conditions: { assigned: 'none' }, ofTeam: true },
  assignedToMe: { conditions: { assigned: 'me' } },
  unanswered: { conditions: { unanswered: true }, ofTeam: true },
  attention: { conditions: { attention: true }, ofTeam: true },
  returned: { conditions: { returned: true }, inEveryState: true, ofTeam: true },
  dueToday: { conditions: { dueBefore: END_OF_TODAY }, inEveryState: true, ofTeam: true },
  scheduled: { conditions: { scheduled: true }, inEveryState: true },
  done: { conditions: { state: 'done' } },
  snoozed: { conditions: { state: 'snoozed' } },
  deleted: {
    conditions: { enabled: false },
    inEveryState: true,
    ofTeam: true,
    forAdmins: true,
    excludes: ['unread', 'unclaimed'],
  },
} as const satisfies Record<string, Filter>
export type ListFilter = keyof typeof CHAT_FILTERS
export const LIST_FILTERS = Object.keys(CHAT_FILTERS) as ListFilter[]
export const filterOf = (name: ListFilter): Filter => CHAT_FILTERS[name]

/** The conditions of a list with these filters. Only `dueToday` needs the end of the person's day. */
export function conditionsOf(filters: readonly ListFilter[], endOfToday: string | undefined): ListConditions {
  const chosen = filters.map(filterOf)
  const initial: ListConditions = chosen.some(({ inEveryState }) => inEveryState) ? {} : { state: 'open' }
  const conditions = chosen.reduce((all, filter) => ({ ...all, ...filter.conditions }), initial)
  return conditions.dueBefore === END_OF_TODAY ? { ...conditions, dueBefore: endOfToday } : conditions
}
