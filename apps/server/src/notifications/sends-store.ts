import type { ChatId, DeviceId, NoticeKind, TenantId, UserId } from '@partyline/contract'
import { sql } from 'kysely'
import type { Insertable, RawBuilder, Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import type { Queries } from '../platform/index.ts'
import type { Subscription } from './push-gateway.ts'

export type NewSend = Insertable<Tables['notificationSends']>
type Send = Omit<Selectable<Tables['notificationSends']>, 'sendId' | 'dueAt' | 'deviceId'>

/** A notification that this process alone sends from now on. */
export type ClaimedPush = Send & Subscription & { deviceId: DeviceId }
export type ClaimedActivity = Omit<Send, 'kind'> & { kind: NoticeKind; deviceId: null; isUnclaimed: boolean }

/** Part of the transaction that decided them. */
export async function addSends(trx: Queries, sends: readonly NewSend[]): Promise<void> {
  if (sends.length === 0) return
  await trx
    .insertInto('notificationSends')
    .values([...sends])
    .execute()
}

/** Whether a person has read the texts and mentions of a chat: as a member, or else someone has read them for all. */
const IS_READ = sql`case when m.member_id is not null then m.unread_count = 0
  else c.unclaimed_count = 0 and exists (select from chat_members o where o.tenant_id = c.tenant_id
    and o.chat_id = c.chat_id and o.role = 'TeamsUser' and o.deleted_at is null and o.unread_count = 0) end`

/**
 * Takes due notifications out of the queue before anyone is asked to deliver them: one that is being sent when the process ends is
 * lost rather than sent twice. Those for people, devices, and chats that are no longer there, and of what was read in the meantime,
 * go with them.
 */
function claim<Claimed>(
  db: Queries,
  { isPush, now, most }: { isPush: boolean; now: Date; most: number },
  { columns, joins }: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> },
) {
  return sql<Claimed>`
    with due as (
      select tenant_id, send_id from notification_sends
      where (device_id is null) = ${!isPush}::boolean and due_at <= ${now}
      order by due_at limit ${most} for update skip locked
    ), taken as (
      delete from notification_sends s using due where s.tenant_id = due.tenant_id and s.send_id = due.send_id
      returning s.*
    )
    select s.tenant_id, s.user_id, s.chat_id, s.kind, s.item_id, s.count, s.happened_at, s.attempts, s.device_id,
      ${columns}
    from taken s
      join tenants t on t.tenant_id = s.tenant_id and not t.suspended
      join users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id and u.enabled
      join chats c on c.tenant_id = s.tenant_id and c.chat_id = s.chat_id
      left join chat_members m on m.tenant_id = s.tenant_id and m.chat_id = s.chat_id and m.member_id = s.user_id
        and m.deleted_at is null
      ${joins}
    where s.kind = 'read' or (c.archived_at is null and case s.kind when 'text' then not ${IS_READ}
      when 'mention' then exists (select from unread_mentions x
        where x.tenant_id = s.tenant_id and x.user_id = s.user_id and x.note_id = s.item_id)
      else true end)`.execute(db)
}

/** With the devices, whose sessions are alive. */
export async function claimPushes(db: Queries, { now, most }: { now: Date; most: number }): Promise<ClaimedPush[]> {
  const { rows } = await claim<ClaimedPush>(
    db,
    { isPush: true, now, most },
    {
      columns: sql`d.endpoint, d.p256dh, d.auth`,
      joins: sql`join push_devices d on d.tenant_id = s.tenant_id and d.device_id = s.device_id
        join sessions e on e.tenant_id = d.tenant_id and e.session_id = d.session_id and e.expires_at > ${now}`,
    },
  )
  return rows
}

/** Without people for whom Teams refused one after `refusedAfter`. */
export async function claimActivities(
  db: Queries,
  { now, most, refusedAfter }: { now: Date; most: number; refusedAfter: Date },
): Promise<ClaimedActivity[]> {
  const { rows } = await claim<ClaimedActivity>(
    db,
    { isPush: false, now, most },
    {
      columns: sql`c.unclaimed_count > 0 as is_unclaimed`,
      joins: sql`join lateral (select from (values (1)) as once where not exists (select from notified_people p
        where p.tenant_id = s.tenant_id and p.user_id = s.user_id and p.teams_failed_at > ${refusedAfter})) a on true`,
    },
  )
  return rows
}

/** When the next one is due. */
export async function nextSend(db: Queries, { isPush }: { isPush: boolean }): Promise<Date | null> {
  const row = await db
    .selectFrom('notificationSends')
    .select('dueAt')
    .where(sql<boolean>`(device_id is null) = ${!isPush}::boolean`)
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()
  return row?.dueAt ?? null
}

type OnDevice = { tenantId: TenantId; deviceId: DeviceId; chatId: ChatId }

/** The device shows texts or mentions of the chat from now on. */
export async function addPushedChats(db: Queries, pushed: readonly OnDevice[]): Promise<void> {
  if (pushed.length === 0) return
  await db
    .insertInto('pushedChats')
    .values([...pushed])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * What devices show although it was read in the meantime: they show it no longer, and are asked to close it. Not those of Apple,
 * which end a subscription whose pushes show nothing.
 */
export async function takeBack(db: Queries, now: Date): Promise<void> {
  await sql`
    with read as (
      delete from pushed_chats p using push_devices d
      where d.tenant_id = p.tenant_id and d.device_id = p.device_id
        and (p.tenant_id, p.device_id, p.chat_id) in (
          select q.tenant_id, q.device_id, q.chat_id
          from pushed_chats q
            join push_devices e on e.tenant_id = q.tenant_id and e.device_id = q.device_id
            join chats c on c.tenant_id = q.tenant_id and c.chat_id = q.chat_id
            left join chat_members m on m.tenant_id = q.tenant_id and m.chat_id = q.chat_id and m.member_id = e.user_id
              and m.deleted_at is null
          where c.archived_at is not null or (${IS_READ} and not exists (select from unread_mentions x
            where x.tenant_id = q.tenant_id and x.user_id = e.user_id and x.chat_id = q.chat_id)))
      returning p.tenant_id, p.device_id, p.chat_id, d.user_id, d.endpoint
    )
    insert into notification_sends (tenant_id, user_id, chat_id, kind, item_id, count, happened_at, device_id, due_at)
    select tenant_id, user_id, chat_id, 'read', chat_id, 0, ${now}, device_id, ${now} from read
    where endpoint !~ '^https://[^/]+[.]push[.]apple[.]com/'`.execute(db)
}

type Person = { tenantId: TenantId; userId: UserId }

export async function hasDevice(db: Queries, { tenantId, userId }: Person): Promise<boolean> {
  const row = await db
    .selectFrom('pushDevices')
    .select('deviceId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Remembers that Teams refused a notification for the person, or, with null, that it took one. */
export async function recordTeams(
  db: Queries,
  { tenantId, userId }: Person,
  failure: { at: Date; reason: string } | null,
): Promise<void> {
  const teams = { teamsFailedAt: failure?.at ?? null, teamsFailure: failure?.reason ?? null }
  await db
    .insertInto('notifiedPeople')
    .values({ tenantId, userId, ...teams })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet(teams))
    .execute()
}

/** People for whom Teams refused the latest notification, and its words; the newest first. */
export function teamsFailures(db: Queries, tenantId: TenantId, most: number) {
  return db
    .selectFrom('notifiedPeople as p')
    .innerJoin('users as u', (join) => join.onRef('u.tenantId', '=', 'p.tenantId').onRef('u.userId', '=', 'p.userId'))
    .select(['u.name', 'p.teamsFailure as reason'])
    .where('p.tenantId', '=', tenantId)
    .where('p.teamsFailedAt', 'is not', null)
    .where('u.enabled', '=', true)
    .orderBy('p.teamsFailedAt', 'desc')
    .limit(most)
    .execute()
}
