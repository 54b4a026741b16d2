import type { ChatId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { AllowedCountries } from '../../numbers/index.ts'
import { PREPARED } from '../../platform/index.ts'
import type { Queries } from '../../platform/index.ts'
import type { KnownResult, RepeatableRequest } from '../idempotency/idempotency-store.ts'
import type { WritableChat } from './stored-chat.ts'

/** What messages of a tenant are written with. */
export type HeldForMessages = {
  /** Those of the chats that are open. */
  chats: WritableChat[]
  /** Those of the requests that were answered before. */
  known: KnownResult[]
  addSignature: boolean
  allowedCountries: AllowedCountries
}

/**
 * Holds these chats until the transaction ends, in the order of their ids, so that none waits in a circle, and reads what
 * messages for them are written with, all in one round trip.
 */
export async function holdForMessages(
  trx: Queries,
  tenantId: TenantId,
  { chatIds, requests }: { chatIds: readonly ChatId[]; requests: readonly RepeatableRequest[] },
): Promise<HeldForMessages> {
  const keys = requests.map(({ userId, call, key }) => ({ user_id: userId, call, key }))
  const { rows } = await sql<{ held: HeldForMessages | null }>`${PREPARED}
    select hold_for_messages(${tenantId}, ${chatIds}, ${JSON.stringify(keys)}) as held`.execute(trx)
  const held = rows[0]?.held
  if (!held) throw new Error(`There is no tenant ${tenantId} to write messages of.`)
  return held
}
