import type { HookAttempt, HookEventId, HookId } from '@partyline/contract'
import { HOOK_LIMITS } from '@partyline/contract'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

export type HookEventRow = Selectable<Tables['hookEvents']>
type OneEvent = Pick<HookEventRow, 'tenantId' | 'eventId'>
type OneHook = Pick<HookEventRow, 'tenantId' | 'hookId'>

/** Attempts that the log keeps of an event. */
const LOGGED_ATTEMPTS = 20
/** A failing webhook must not hold up others: it gets one event at a time. */
const AT_ONCE = { working: 4, failing: 1 } as const

export type ClaimedEvent = OneEvent & { hookId: HookId; attempts: number; body: string | null }

/**
 * Takes due events until the lease ends, the oldest of each webhook first, but new ones before those that failed.
 * `busy`: how many events of a webhook are being sent.
 */
export function claimEvents(
  db: Queries,
  { now, leasedUntil, busy, limit }: { now: Date; leasedUntil: Date; busy: Record<HookId, number>; limit: number },
): Promise<ClaimedEvent[]> {
  const free = sql<number>`greatest(0, case when h.failing_since is null then ${AT_ONCE.working}::int
    else ${AT_ONCE.failing}::int end - coalesce((${JSON.stringify(busy)}::jsonb ->> h.hook_id::text)::int, 0))`
  return db
    .with('due', (due) =>
      due
        .selectFrom('hooks as h')
        .innerJoin('tenants as t', 't.tenantId', 'h.tenantId')
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom('hookEvents as e')
              .select(['e.tenantId', 'e.eventId'])
              .whereRef('e.tenantId', '=', 'h.tenantId')
              .whereRef('e.hookId', '=', 'h.hookId')
              .where('e.state', '=', 'waiting')
              .where('e.dueAt', '<=', now)
              .orderBy('e.dueAt')
              .orderBy('e.createdAt')
              .limit(free)
              .forUpdate()
              .skipLocked()
              .as('e'),
          (join) => join.onTrue(),
        )
        .select(['e.tenantId', 'e.eventId'])
        .where('h.disabledReason', 'is', null)
        .where('t.suspended', '=', false)
        .limit(limit),
    )
    .updateTable('hookEvents as u')
    .from('due')
    .set(({ eb }) => ({ dueAt: leasedUntil, attempts: eb('u.attempts', '+', 1) }))
    .whereRef('u.tenantId', '=', 'due.tenantId')
    .whereRef('u.eventId', '=', 'due.eventId')
    .returning(['u.tenantId', 'u.eventId', 'u.hookId', 'u.attempts', 'u.body'])
    .execute()
}

/** Locks the event until the transaction ends. Null if it is no longer waiting. */
export async function lockWaiting(trx: Queries, { tenantId, eventId }: OneEvent): Promise<HookEventRow | null> {
  const row = await trx
    .selectFrom('hookEvents')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('eventId', '=', eventId)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function saveBody(trx: Queries, { tenantId, eventId }: OneEvent, body: string): Promise<void> {
  await trx
    .updateTable('hookEvents')
    .set({ body })
    .where('tenantId', '=', tenantId)
    .where('eventId', '=', eventId)
    .execute()
}

/** Records an attempt. An event that was delivered in the meantime stays delivered. */
export async function recordAttempt(
  trx: Queries,
  { tenantId, eventId }: OneEvent,
  { attempt, ...next }: { attempt: HookAttempt; state: HookEventRow['state']; dueAt?: Date },
): Promise<HookEventRow | null> {
  const row = await trx
    .updateTable('hookEvents')
    .set({
      ...next,
      log: sql`(case when jsonb_array_length(log) < ${LOGGED_ATTEMPTS}::int then log else log - 0 end)
        || ${JSON.stringify(attempt)}::jsonb`,
    })
    .where('tenantId', '=', tenantId)
    .where('eventId', '=', eventId)
    .where('state', '<>', 'delivered')
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** An event for a single webhook, sent by its writer. */
export async function insertEvent(
  trx: Queries,
  event: OneEvent & Pick<HookEventRow, 'hookId' | 'kind' | 'happenedAt' | 'dueAt'>,
): Promise<void> {
  await trx
    .insertInto('hookEvents')
    .values({ ...event, state: 'waiting', attempts: 1 })
    .execute()
}

/** Newest first. */
export function listEvents(
  db: Queries,
  { tenantId, hookId }: OneHook,
  { before, limit }: { before?: HookEventId | undefined; limit: number },
): Promise<HookEventRow[]> {
  return db
    .selectFrom('hookEvents')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .$if(before !== undefined, (query) =>
      query.where(
        ({ refTuple, selectFrom }) =>
          sql<boolean>`${refTuple('createdAt', 'eventId')} < ${selectFrom('hookEvents as b')
            .select(['b.createdAt', 'b.eventId'])
            .where('b.tenantId', '=', tenantId)
            .where('b.eventId', '=', before!)}`,
      ),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('eventId', 'desc')
    .limit(limit)
    .execute()
}

export async function findEvent(
  db: Queries,
  { tenantId, hookId, eventId }: OneHook & OneEvent,
): Promise<HookEventRow | null> {
  const row = await db
    .selectFrom('hookEvents')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('eventId', '=', eventId)
    .where('hookId', '=', hookId)
    .executeTakeFirst()
  return row ?? null
}

/** Starts a new series of attempts under the same IDs. An event due before `leasedUntil` is already being sent. */
export async function replayEvents(
  trx: Queries,
  { tenantId, hookId }: OneHook,
  { eventIds, leasedUntil }: { eventIds: readonly HookEventId[]; leasedUntil: Date },
): Promise<void> {
  await trx
    .updateTable('hookEvents')
    .set({ state: 'waiting', attempts: 0, dueAt: sql<Date>`'-infinity'` })
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .where('eventId', '=', anyOf(eventIds))
    .where((eb) => eb.or([eb('state', '<>', 'waiting'), eb('dueAt', '>', leasedUntil)]))
    .execute()
}

const eventsSince = (db: Queries, { tenantId, hookId }: OneHook, since: Date) =>
  db
    .selectFrom('hookEvents')
    .select('eventId')
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .where('createdAt', '>=', since)

/** Events that wait for another attempt after `leasedUntil`: never more than the queue's limit. */
export async function waitingLonger(
  db: Queries,
  hook: OneHook,
  { since, leasedUntil }: { since: Date; leasedUntil: Date },
): Promise<HookEventId[]> {
  const rows = await eventsSince(db, hook, since)
    .where('state', '=', 'waiting')
    .where('dueAt', '>', leasedUntil)
    .execute()
  return rows.map(({ eventId }) => eventId)
}

/** Events that failed or were not sent, oldest first. */
export async function undelivered(
  db: Queries,
  hook: OneHook,
  { since, limit }: { since: Date; limit: number },
): Promise<HookEventId[]> {
  const rows = await eventsSince(db, hook, since)
    .where('state', 'in', ['failed', 'missed'])
    .where('kind', '<>', 'webhook.test')
    .orderBy('createdAt')
    .limit(limit)
    .execute()
  return rows.map(({ eventId }) => eventId)
}

/** Counts up to the queue's limit plus one. */
export async function countWaiting(db: Queries, { tenantId, hookId }: OneHook): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('hookEvents')
        .select('eventId')
        .where('tenantId', '=', tenantId)
        .where('hookId', '=', hookId)
        .where('state', '=', 'waiting')
        .limit(HOOK_LIMITS.queue + 1)
        .as('w'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const MISSED_AT_ONCE = 10_000

/** Marks the newest events of an overlong queue as missed; they stay in the log. True if there may be more. */
export async function missNewest(db: Queries, { tenantId, hookId }: OneHook): Promise<boolean> {
  const rows = await db
    .selectFrom('hookEvents')
    .select('eventId')
    .where('tenantId', '=', tenantId)
    .where('hookId', '=', hookId)
    .where('state', '=', 'waiting')
    .orderBy('createdAt')
    .orderBy('eventId')
    .offset(HOOK_LIMITS.queue)
    .limit(MISSED_AT_ONCE)
    .execute()
  await db
    .updateTable('hookEvents')
    .set({ state: 'missed' })
    .where('tenantId', '=', tenantId)
    .where('eventId', '=', anyOf(rows.map(({ eventId }) => eventId)))
    .where('state', '=', 'waiting')
    .execute()
  return rows.length === MISSED_AT_ONCE
}

const FORGOTTEN_AT_ONCE = 5_000

/**
 * The log of a webhook, from a time on, as much as one statement should delete. Returns when the next part begins; null if nothing
 * is left.
 */
export async function deleteLog(db: Queries, { tenantId, hookId }: OneHook, from: Date): Promise<Date | null> {
  const { count, last } = await db
    .with('old', (old) =>
      old
        .selectFrom('hookEvents')
        .select(['eventId', 'createdAt'])
        .where('tenantId', '=', tenantId)
        .where('hookId', '=', hookId)
        // Deleted rows stay in the index for a while, and would be read again.
        .where('createdAt', '>=', from)
        .orderBy('createdAt')
        .limit(FORGOTTEN_AT_ONCE),
    )
    .with('deleted', (deleted) =>
      deleted
        .deleteFrom('hookEvents as e')
        .using('old')
        .where('e.tenantId', '=', tenantId)
        .whereRef('e.eventId', '=', 'old.eventId'),
    )
    .selectFrom('old')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('createdAt').as('last')])
    .executeTakeFirstOrThrow()
  return count === FORGOTTEN_AT_ONCE ? last : null
}

/** Deletes all tenants' events that the log no longer shows. True if there may be more. */
export async function forgetEvents(db: Queries, until: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .with('old', (old) =>
      old
        .selectFrom('hookEvents')
        .select(['tenantId', 'eventId'])
        .where(sql<boolean>`created_at at time zone 'UTC' < ${until}::timestamptz at time zone 'UTC'`)
        .orderBy(sql`created_at at time zone 'UTC'`)
        .limit(FORGOTTEN_AT_ONCE),
    )
    .deleteFrom('hookEvents as e')
    .using('old')
    .whereRef('e.tenantId', '=', 'old.tenantId')
    .whereRef('e.eventId', '=', 'old.eventId')
    .executeTakeFirst()
  return Number(numDeletedRows) === FORGOTTEN_AT_ONCE
}
