import { phoneIdentity } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import { anyOf } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { ConsentFact } from './consent-state.ts'

/** A phone whose number someone else has now. */
export type FormerPhone = { tenantId: TenantId; id: NumberId; number: string }

/** Leaves the entries about a number with the phone of its former owner. Null: there are none. */
export async function markFormer(trx: Queries, { tenantId, id, number }: FormerPhone): Promise<string | null> {
  const person = await trx
    .updateTable('consentPeople')
    .set({ number: null, formerPhoneId: id })
    .where('tenantId', '=', tenantId)
    .where('number', '=', phoneIdentity(number))
    .returning('personKey')
    .executeTakeFirst()
  return person?.personKey ?? null
}

/** The entries of a person, in the order in which they happened. */
export function factsOfPerson(
  trx: Queries,
  tenantId: TenantId,
  personKey: string,
): Promise<(ConsentFact & { lineId: NumberId })[]> {
  return trx
    .selectFrom('consentEntries')
    .select(['lineId', 'state', 'source', 'happenedAt as at', 'recordedBy as by'])
    .where('tenantId', '=', tenantId)
    .where('personKey', '=', personKey)
    .orderBy('happenedAt')
    .orderBy('entryId')
    .execute()
}

/** Takes the wording of evidence out of the entries of these former phones. */
export async function dropEvidence(trx: Queries, tenantId: TenantId, phoneIds: readonly NumberId[]): Promise<void> {
  await trx
    .deleteFrom('consentEvidence')
    .where('tenantId', '=', tenantId)
    .where('entryId', 'in', (eb) =>
      eb
        .selectFrom('consentPeople as p')
        .innerJoin('consentEntries as e', (join) =>
          join.onRef('e.tenantId', '=', 'p.tenantId').onRef('e.personKey', '=', 'p.personKey'),
        )
        .select('e.entryId')
        .where('p.tenantId', '=', tenantId)
        .where('p.formerPhoneId', '=', anyOf(phoneIds)),
    )
    .execute()
}
