import { MAX_LINES, phoneIdentity, phoneSpellings } from '@partyline/contract'
import type { NumberId, TenantId, UserId } from '@partyline/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../database/index.ts'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'

export type LineRow = Selectable<Tables['lines']>

type OneNumber = { tenantId: TenantId; numberId: NumberId }

/** Until the transaction ends, no one else can change the tenant's lines or their default users. */
export async function lockLines(trx: Queries, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId}/lines`}, 0))`.execute(trx)
}

/**
 * The lines of the account by name. If it has too many to list, those in use are, and the first others in the order of
 * their characters, so that "!" in front of a name brings a number in on every database.
 */
export function listLines(db: Queries, tenantId: TenantId): Promise<LineRow[]> {
  const listed = linesOf(db, tenantId)
    .where('releasedAt', 'is', null)
    .orderBy('inUse', 'desc')
    .orderBy(sql`name collate "C"`)
    .orderBy('number')
    .limit(MAX_LINES)
  return db
    .selectFrom(listed.as('l'))
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('number')
    .execute()
}

/** All that the tenant ever had, including released ones. */
export const allLines = (db: Queries, tenantId: TenantId): Promise<LineRow[]> => linesOf(db, tenantId).execute()

export async function countLinesInUse(db: Queries, tenantId: TenantId): Promise<number> {
  return (await linesOf(db, tenantId).where('inUse', '=', true).limit(MAX_LINES).execute()).length
}

function linesOf(db: Queries, tenantId: TenantId) {
  return db.selectFrom('lines').selectAll().where('tenantId', '=', tenantId)
}

export async function findLine(db: Queries, { tenantId, numberId }: OneNumber): Promise<LineRow | null> {
  const row = await db
    .selectFrom('lines')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('numberId', '=', numberId)
    .executeTakeFirst()
  return row ?? null
}

/** The line's number, E.164. */
export async function lineNumberOf(db: Queries, line: OneNumber): Promise<string | null> {
  return (await findLine(db, line))?.number ?? null
}

/** Those of the numbers that belong to the tenant's Twilio account in some spelling, in use or not. */
export async function ownNumbersAmong(db: Queries, tenantId: TenantId, numbers: readonly string[]) {
  const rows = await db
    .selectFrom('lines')
    .select('number')
    .where('tenantId', '=', tenantId)
    .where('releasedAt', 'is', null)
    .where('number', '=', anyOf(numbers.flatMap(phoneSpellings)))
    .execute()
  const own = new Set(rows.map(({ number }) => phoneIdentity(number)))
  return new Set(numbers.filter((number) => own.has(phoneIdentity(number))))
}

/** Searches all tenants. At most one uses a number. */
export function findNumbersInUse(db: Queries, numbers: readonly string[]): Promise<LineRow[]> {
  return db.selectFrom('lines').selectAll().where('number', '=', anyOf(numbers)).where('inUse', '=', true).execute()
}

export async function insertLine(db: Queries, row: Insertable<Tables['lines']>): Promise<void> {
  await db.insertInto('lines').values(row).execute()
}

type Change = Omit<Updateable<Tables['lines']>, 'tenantId' | 'numberId' | 'createdAt'>

export async function updateLine(db: Queries, { tenantId, numberId }: OneNumber, change: Change): Promise<void> {
  await db.updateTable('lines').set(change).where('tenantId', '=', tenantId).where('numberId', '=', numberId).execute()
}

/** By number; for all numbers of the tenant where none is named. */
export async function listDefaultUsers(
  db: Queries,
  tenantId: TenantId,
  numberId?: NumberId,
): Promise<Map<NumberId, UserId[]>> {
  let query = db
    .selectFrom('numberDefaultUsers')
    .select(['numberId', 'userId'])
    .where('tenantId', '=', tenantId)
    .orderBy('userId')
  if (numberId) query = query.where('numberId', '=', numberId)
  const rows = await query.execute()
  const users = new Map<NumberId, UserId[]>()
  for (const { numberId, userId } of rows) users.set(numberId, [...(users.get(numberId) ?? []), userId])
  return users
}

export async function replaceDefaultUsers(
  trx: Queries,
  { tenantId, numberId }: OneNumber,
  userIds: UserId[],
): Promise<void> {
  await trx.deleteFrom('numberDefaultUsers').where('tenantId', '=', tenantId).where('numberId', '=', numberId).execute()
  if (userIds.length === 0) return
  await trx
    .insertInto('numberDefaultUsers')
    .values(userIds.map((userId) => ({ tenantId, numberId, userId })))
    .execute()
}
