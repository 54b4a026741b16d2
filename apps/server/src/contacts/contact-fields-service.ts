import { CONTACT_TEXTS } from '@partyline/contract'
import type { CallBody, ContactField, ContactFieldId, RealtimeEvent, TenantId } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import { announceNumbers } from '../numbers/index.ts'
import { changedFields, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { listFields, saveFields } from './contact-fields-store.ts'

type Wanted = CallBody<'contactFields.update'>

export type ContactFields = {
  list(tenantId: TenantId): Promise<ContactField[]>
  /** @throws {AppError} `validation`, or `conflict` if someone else has changed them since the caller saw them */
  update(caller: Caller, wanted: Wanted): Promise<ContactField[]>
}

type Parts = { database: Database; clock: Clock; tenants: Tenants; announcements: Topic<readonly RealtimeEvent[]> }

export function createContactFields({ database, clock, tenants, announcements }: Parts): ContactFields {
  const announce = announceNumbers(announcements)
  return {
    list: (tenantId) => listFields(database.queries, tenantId),
    async update(caller, wanted) {
      const { tenantId } = caller
      const fields = await database.transaction(async (trx) => {
        // Fields are changed one after another.
        await tenants.lock(trx, tenantId)
        const current = await listFields(trx, tenantId)
        const { fields: changed } = changedFields({ fields: current }, wanted)
        if (!changed) return current
        const after = changed.map(({ id = newId<ContactFieldId>(), name, kind, choices }): ContactField => ({
          id,
          name,
          kind,
          choices: kind === 'choice' ? choices : [],
        }))
        requireFields(after, current, changed)
        await saveFields(trx, tenantId, after)
        await recordAuditEntry(trx, caller, { kind: 'contactFieldsChanged', at: clock.now() })
        return after
      })
      announce(tenantId, 'PhoneNumbersUpdated')
      return fields
    },
  }
}

/** @throws {AppError} `validation` */
function requireFields(
  fields: readonly ContactField[],
  current: readonly ContactField[],
  wanted: Wanted['fields'],
): void {
  const faults: Record<string, string[]> = {}
  for (const [at, { name, kind, choices, id }] of fields.entries()) {
    const known = current.find((field) => field.id === id)
    const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()
    if (wanted[at]?.id && !known) faults[`fields.${at}.name`] = [CONTACT_TEXTS.unknownField]
    else if (fields.slice(0, at).some((field) => isSame(name)(field.name))) {
      faults[`fields.${at}.name`] = [CONTACT_TEXTS.sameField]
    }
    if (known && known.kind !== kind) faults[`fields.${at}.kind`] = [CONTACT_TEXTS.changedKind]
    if (kind !== 'choice') continue
    if (choices.length === 0) faults[`fields.${at}.choices`] = [CONTACT_TEXTS.choices]
    const repeated = choices.findIndex((choice, place) => choices.slice(0, place).some(isSame(choice)))
    if (repeated >= 0) faults[`fields.${at}.choices.${repeated}`] = [CONTACT_TEXTS.sameChoice]
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}
