import { phoneSpellings } from '@partyline/contract'
import type { DeliveryStatus, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { NotNull } from 'kysely'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { StoredDelivery } from '../transcript/index.ts'

/** A text whose outcome Twilio is asked about. */
export type Check = Pick<
  StoredDelivery,
  'tenantId' | 'chatId' | 'id' | 'status' | 'fromNumberId' | 'toNumber' | 'providerSid' | 'postedAt' | 'requestId'
>

const CHECK = [
  'tenantId',
  'chatId',
  'deliveryId as id',
  'status',
  'fromNumberId',
  'toNumber',
  'providerSid',
  'postedAt',
  'requestId',
] as const

/** Tenants take turns, so that many due texts of one delay no other tenant's. */
export async function dueChecks(
  db: Queries,
  { now, limit, notOf }: { now: Date; limit: number; notOf: readonly TenantId[] },
): Promise<Check[]> {
  return db
    .selectFrom('deliveries')
    .select(CHECK)
    .where('checkAt', '<=', now)
    .where('tenantId', '<>', sql<TenantId>`all(${notOf})`)
    .orderBy(({ fn }) => fn.agg('row_number').over((over) => over.partitionBy('tenantId').orderBy('checkAt')))
    .orderBy('checkAt')
    .limit(limit)
    .execute()
}

/** A text that Twilio has accepted, whose outcome is not known yet. */
export type AcceptedText = Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'status'> & {
  providerSid: string
  postedAt: Date
  /** E.164. */
  fromNumber: string
}

export async function acceptedTexts(db: Queries): Promise<AcceptedText[]> {
  return db
    .selectFrom('deliveries as d')
    .innerJoin('lines as p', (join) =>
      join.onRef('p.tenantId', '=', 'd.tenantId').onRef('p.numberId', '=', 'd.fromNumberId'),
    )
    .select(['d.tenantId', 'd.chatId', 'd.deliveryId as id', 'd.status', 'd.providerSid', 'd.postedAt'])
    .select('p.number as fromNumber')
    .where('d.checkAt', 'is not', null)
    .where('d.providerSid', 'is not', null)
    .where('d.postedAt', 'is not', null)
    .$narrowType<{ providerSid: NotNull; postedAt: NotNull }>()
    .execute()
}

/** Schedules the next check, if the delivery is still waiting for an outcome. */
export async function checkAgain(
  db: Queries,
  { tenantId, id }: Pick<Check, 'tenantId' | 'id'>,
  { now, checkAt }: { now: Date; checkAt: Date | null },
): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ checkAt })
    .where('tenantId', '=', tenantId)
    .where('deliveryId', '=', id)
    .where('checkAt', '<=', now)
    .execute()
}

/** A text that was handed to Twilio, of which no SID is known. */
export type Unresolved = Pick<StoredDelivery, 'tenantId' | 'chatId' | 'id' | 'status'> & {
  body: string
  postedAt: Date
}

export type Route = Pick<Check, 'tenantId' | 'fromNumberId'> & { toNumber: string }

/** All between a number and a phone, in any spelling, including those being sent or marked as sent: Twilio may have them, too. */
export async function unresolvedOf(db: Queries, pair: Route, postedAfter: Date): Promise<Unresolved[]> {
  const ofPair = db
    .selectFrom('deliveries')
    .select(['tenantId', 'chatId', 'deliveryId as id', 'status', 'body', 'postedAt'])
    .where('tenantId', '=', pair.tenantId)
    .where('fromNumberId', '=', pair.fromNumberId)
    .where('toNumber', '=', anyOf(phoneSpellings(pair.toNumber)))
    .where('providerSid', 'is', null)
    .where('postedAt', '>', postedAfter)
    .$narrowType<{ body: NotNull; postedAt: NotNull }>()
  // As literals: each is the condition of an index.
  return ofPair
    .where('status', 'in', sql<DeliveryStatus>`('unknown', 'sent')`)
    .unionAll(ofPair.where('status', '=', sql<DeliveryStatus>`'sending'`))
    .orderBy('postedAt')
    .orderBy('id')
    .execute()
}

/** The SIDs that belong to a delivery, or did before a person resent it. */
export async function ownedSids(
  db: Queries,
  { tenantId, fromNumberId, toNumber }: Route,
  sids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deliveries')
    .select('providerSid as sid')
    .where('tenantId', '=', tenantId)
    .where('providerSid', '=', anyOf(sids))
    .unionAll(
      db
        .selectFrom('deliveries')
        .select(({ fn }) => fn<string>('unnest', ['earlierSids']).as('sid'))
        .where('tenantId', '=', tenantId)
        .where('fromNumberId', '=', fromNumberId)
        .where('toNumber', '=', anyOf(phoneSpellings(toNumber)))
        .where('earlierSids', '<>', sql<string[]>`'{}'`),
    )
    .$narrowType<{ sid: NotNull }>()
    .execute()
  return new Set(rows.map(({ sid }) => sid))
}
