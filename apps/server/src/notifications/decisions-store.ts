import { NOTIFICATION_REASONS } from '@partyline/contract'
import type {
  Availability,
  ChatId,
  ChatNotify,
  ChatState,
  DeviceId,
  LastNotification,
  NoticeKind,
  TenantId,
  UserId,
} from '@partyline/contract'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'

/** A chat with an event, and whom it may notify. Without a user: everyone whom the chat concerns. */
type Wanted = { tenantId: TenantId; chatId: ChatId; userId: UserId | null }

/** All that the decision about a person and a chat depends on. */
export type Facts = {
  tenantId: TenantId
  chatId: ChatId
  userId: UserId
  state: ChatState
  assignedTo: UserId | null
  /** Null if no one is assigned. A disabled assignee is not there. */
  assigneeEnabled: boolean | null
  assigneeHours: Availability['workingHours']
  assigneePausedUntil: Date | null
  unclaimedCount: number
  isMember: boolean
  notify: ChatNotify
  /** The member’s. */
  unreadCount: number
  /** Whether someone on the team has read all. */
  isReadByAnyone: boolean
  answersLine: boolean
  workingHours: Availability['workingHours']
  pausedUntil: Date | null
  teams: boolean
  /** That get push now. */
  devices: { deviceId: DeviceId; choice: 'mine' | 'all' }[]
}

/** Enabled people whom the chats may concern. Suspended tenants and archived chats concern no one. */
export async function findFacts(db: Queries, wanted: readonly Wanted[], now: Date): Promise<Facts[]> {
  const rows = wanted.map(({ tenantId, chatId, userId }) => ({ tenant_id: tenantId, chat_id: chatId, user_id: userId }))
  const { rows: facts } = await sql<Facts>`
    with wanted as materialized (
      select distinct w.tenant_id, w.chat_id, w.user_id, c.number_id, c.state, c.assigned_to, c.unclaimed_count
      from json_to_recordset(${JSON.stringify(rows)}) as w (tenant_id uuid, chat_id uuid, user_id uuid)
        join chats c using (tenant_id, chat_id) join tenants t on t.tenant_id = w.tenant_id
      where c.archived_at is null and not t.suspended
    ), asked as (
      select tenant_id, chat_id, user_id from wanted where user_id is not null
      union
      select w.tenant_id, w.chat_id, m.member_id from wanted w join chat_members m using (tenant_id, chat_id)
      where w.user_id is null and m.role = 'TeamsUser' and m.deleted_at is null
      union
      select w.tenant_id, w.chat_id, d.user_id from wanted w join number_default_users d using (tenant_id, number_id)
      where w.user_id is null
      union
      select w.tenant_id, w.chat_id, d.user_id from wanted w join push_devices d using (tenant_id)
      where w.user_id is null and d.choice = 'all'
      union
      select w.tenant_id, w.chat_id, u.user_id from wanted w join users u using (tenant_id)
      where w.user_id is null and w.unclaimed_count > 0
    )
    select distinct on (a.tenant_id, a.chat_id, a.user_id) a.tenant_id, a.chat_id, a.user_id, w.state, w.assigned_to,
      x.enabled as assignee_enabled, x.working_hours as assignee_hours, x.paused_until as assignee_paused_until,
      w.unclaimed_count, m.member_id is not null as is_member, coalesce(m.notify, 'mine') as notify,
      coalesce(m.unread_count, 0) as unread_count,
      exists (select from chat_members o where o.tenant_id = a.tenant_id and o.chat_id = a.chat_id
        and o.role = 'TeamsUser' and o.deleted_at is null and o.unread_count = 0) as is_read_by_anyone,
      exists (select from number_default_users d where d.tenant_id = a.tenant_id and d.number_id = w.number_id
        and d.user_id = a.user_id) as answers_line,
      u.working_hours, u.paused_until, u.teams_notifications as teams,
      (select coalesce(json_agg(json_build_object('deviceId', d.device_id, 'choice', d.choice) order by d.device_id), '[]')
        from push_devices d join sessions s using (tenant_id, session_id)
        where d.tenant_id = a.tenant_id and d.user_id = a.user_id and s.expires_at > ${now}) as devices
    from asked a
      join wanted w using (tenant_id, chat_id)
      join users u on u.tenant_id = a.tenant_id and u.user_id = a.user_id and u.enabled
      left join users x on x.tenant_id = a.tenant_id and x.user_id = w.assigned_to
      left join chat_members m on m.tenant_id = a.tenant_id and m.chat_id = a.chat_id and m.member_id = a.user_id
        and m.deleted_at is null`.execute(db)
  return facts
}

type Item = { tenantId: TenantId; userId: UserId; itemId: string }

export type Seen = Item & {
  /** A page has shown it. */
  isShown: boolean
  /** It is a note, and the mentioned user has not seen it. */
  isUnseenNote: boolean
}

/** Whether users have seen these items. */
export async function seenOf(db: Queries, items: readonly Item[]): Promise<Seen[]> {
  const rows = items.map(({ tenantId, userId, itemId }) => ({ tenant_id: tenantId, user_id: userId, item_id: itemId }))
  const { rows: seen } = await sql<Seen>`
    select i.tenant_id, i.user_id, i.item_id,
      exists (select from shown_notices s where s.tenant_id = i.tenant_id and s.user_id = i.user_id
        and s.item_id = i.item_id) as is_shown,
      exists (select from unread_mentions m where m.tenant_id = i.tenant_id and m.user_id = i.user_id
        and m.note_id = i.item_id) as is_unseen_note
    from json_to_recordset(${JSON.stringify(rows)}) as i (tenant_id uuid, user_id uuid, item_id uuid)`.execute(db)
  return seen
}

export async function addShown(
  db: Queries,
  { tenantId, userId }: Omit<Item, 'itemId'>,
  itemIds: readonly string[],
  shownAt: Date,
): Promise<void> {
  await db
    .insertInto('shownNotices')
    .values(itemIds.map((itemId) => ({ tenantId, userId, itemId, shownAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function forgetShown(db: Queries, before: Date): Promise<void> {
  await db.deleteFrom('shownNotices').where('shownAt', '<', before).execute()
}

/** The latest decision about a person. */
export type LastDecision = Pick<
  Insertable<Tables['notifiedPeople']>,
  'tenantId' | 'userId' | 'decidedAt' | 'chatId' | 'kind' | 'reason' | 'channel'
>

/** Records the last decision about each person. */
export async function recordDecisions(trx: Queries, decisions: readonly LastDecision[]): Promise<void> {
  const last = [...new Map(decisions.map((one) => [`${one.tenantId}/${one.userId}`, one])).values()]
  if (last.length === 0) return
  await trx
    .insertInto('notifiedPeople')
    // In the same order in all processes, to avoid deadlocks.
    .values(
      last.toSorted((one, other) => (`${one.tenantId}/${one.userId}` < `${other.tenantId}/${other.userId}` ? -1 : 1)),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'userId']).doUpdateSet((eb) => ({
        decidedAt: eb.ref('excluded.decidedAt'),
        chatId: eb.ref('excluded.chatId'),
        kind: eb.ref('excluded.kind'),
        reason: eb.ref('excluded.reason'),
        channel: eb.ref('excluded.channel'),
      })),
    )
    .execute()
}

type Told = { tenantId: TenantId; userId: UserId; chatId: ChatId; kind: NoticeKind }

/** A notification that was decided did not reach the person. */
export async function recordNotDelivered(
  db: Queries,
  { tenantId, userId, chatId, kind }: Told,
  { channel, at }: { channel: 'push' | 'teams'; at: Date },
): Promise<void> {
  await recordDecisions(db, [{ tenantId, userId, chatId, kind, decidedAt: at, reason: 'notDelivered', channel }])
}

/** With the chat's name. */
export async function lastDecision(
  db: Queries,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
): Promise<LastNotification | null> {
  const row = await db
    .selectFrom('notifiedPeople as p')
    .innerJoin('chats as c', (join) => join.onRef('c.tenantId', '=', 'p.tenantId').onRef('c.chatId', '=', 'p.chatId'))
    .select(['p.decidedAt', 'c.chatId', 'c.name as chatName'])
    .select((eb) => [eb.ref('p.kind').$notNull().as('kind'), eb.ref('p.reason').$notNull().as('reason')])
    .select((eb) => eb.ref('p.channel').$notNull().as('channel'))
    .where('p.tenantId', '=', tenantId)
    .where('p.userId', '=', userId)
    .executeTakeFirst()
  if (!row?.decidedAt) return null
  const { decidedAt, ...decision } = row
  return { at: decidedAt.toISOString(), told: NOTIFICATION_REASONS[row.reason], ...decision }
}
