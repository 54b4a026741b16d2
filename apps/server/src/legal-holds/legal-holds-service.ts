import { AUDIT_VALUES, eventWithoutData, LEGAL_HOLD_LIMITS, LEGAL_HOLD_TEXTS } from '@partyline/contract'
import type {
  CallBody,
  ContactId,
  LegalHold,
  LegalHoldId,
  NumberId,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { differences, recordAuditEntry } from '../audit/index.ts'
import { AppError, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Queries, Topic } from '../platform/index.ts'
import {
  chatOnHoldWith,
  deleteHold,
  insertHold,
  isContactOnHold,
  listHolds,
  lockHolds,
  lockSubject,
} from './legal-holds-store.ts'
import type { Subject } from './legal-holds-store.ts'

export type LegalHolds = {
  list(tenantId: TenantId): Promise<LegalHold[]>
  /** @throws {AppError} not-found; conflict */
  place(caller: Caller, wanted: CallBody<'legalHolds.place'>): Promise<LegalHold>
  /** @throws {AppError} not-found */
  release(caller: Caller, holdId: LegalHoldId): Promise<void>
  /** Before a contact is deleted. @throws {AppError} conflict */
  requireNone(trx: Queries, tenantId: TenantId, contactId: ContactId): Promise<void>
  /** Before the contact of these phones is deleted. @throws {AppError} conflict */
  requireNoChat(trx: Queries, tenantId: TenantId, phones: readonly NumberId[]): Promise<void>
}

type Parts = { database: Database; clock: Clock; announcements: Topic<readonly RealtimeEvent[]> }

export function createLegalHolds({ database, clock, announcements }: Parts): LegalHolds {
  const announce = (tenantId: TenantId) => announcements.publish([eventWithoutData(tenantId, 'PhoneNumbersUpdated')])

  return {
    list: (tenantId) => listHolds(database.queries, tenantId),
    async place(caller, { reason, ...wanted }) {
      const { tenantId } = caller
      const of = subjectOf(wanted)
      const hold = await database.transaction(async (trx) => {
        await lockHolds(trx, tenantId)
        const name = await lockSubject(trx, tenantId, of)
        if (name === null) throw new AppError('not-found')
        const holds = await listHolds(trx, tenantId)
        if (holds.some((other) => isOf(other, of))) {
          throw new AppError('conflict', { message: LEGAL_HOLD_TEXTS.placedBefore })
        }
        if (holds.length >= LEGAL_HOLD_LIMITS.listed) {
          throw new AppError('conflict', { message: LEGAL_HOLD_TEXTS.tooMany(LEGAL_HOLD_LIMITS.listed) })
        }
        const placedAt = clock.now()
        const holdId = newId<LegalHoldId>()
        const subject = { chatId: of.chatId ?? null, contactId: of.contactId ?? null }
        await insertHold(trx, { tenantId, holdId, ...subject, reason, placedBy: caller.userId, placedAt })
        await recordAuditEntry(trx, caller, {
          kind: 'legalHoldPlaced',
          at: placedAt,
          subject: name,
          about: of.chatId ?? of.contactId,
          changes: differences({ appliesTo: ['', kindOf(of)], reason: ['', reason] }),
        })
        return (await listHolds(trx, tenantId)).find(({ id }) => id === holdId)
      })
      announce(tenantId)
      if (!hold) throw new Error('A legal hold is gone in the transaction that places it.')
      return hold
    },
    async release(caller, holdId) {
      const { tenantId } = caller
      await database.transaction(async (trx) => {
        await lockHolds(trx, tenantId)
        const hold = (await listHolds(trx, tenantId)).find(({ id }) => id === holdId)
        if (!hold) throw new AppError('not-found')
        await deleteHold(trx, tenantId, holdId)
        const about = hold.chatId ?? hold.contactId
        await recordAuditEntry(trx, caller, {
          kind: 'legalHoldReleased',
          at: clock.now(),
          subject: hold.name,
          ...(about && { about }),
          changes: differences({ appliesTo: ['', kindOf(hold)], reason: [hold.reason, ''] }),
        })
      })
      announce(tenantId)
    },
    async requireNone(trx, tenantId, contactId) {
      if (!(await isContactOnHold(trx, tenantId, contactId))) return
      throw new AppError('conflict', { message: LEGAL_HOLD_TEXTS.onHold })
    },
    async requireNoChat(trx, tenantId, phones) {
      const name = await chatOnHoldWith(trx, tenantId, phones)
      if (name !== null) throw new AppError('conflict', { message: LEGAL_HOLD_TEXTS.chatOnHold(name) })
    },
  }
}

function subjectOf({ chatId, contactId }: Omit<CallBody<'legalHolds.place'>, 'reason'>): Subject {
  if (chatId) return { chatId }
  if (contactId) return { contactId }
  throw invalid({ chatId: [LEGAL_HOLD_TEXTS.subject] })
}

/** For the audit log: a chat and its contact often have the same name. */
const kindOf = ({ chatId }: Subject | LegalHold) => AUDIT_VALUES[chatId ? 'chat' : 'contact']

const isOf = (hold: LegalHold, of: Subject) => (of.chatId ? hold.chatId === of.chatId : hold.contactId === of.contactId)

export function legalHoldRoutes({ holds }: { holds: LegalHolds }) {
  return {
    'legalHolds.list': ({ caller }) => holds.list(caller.tenantId),
    'legalHolds.place': ({ caller, body }) => holds.place(caller, body),
    'legalHolds.release': async ({ caller, params }) => {
      await holds.release(caller, params.legalHoldId)
      return undefined
    },
  } satisfies Partial<Handlers>
}
