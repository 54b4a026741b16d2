import { CONTACT_TEXTS } from '@partyline/contract'
import type { ContactId, Erasure } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { recordAuditEntry } from '../audit/index.ts'
import type { Chats } from '../chats/index.ts'
import type { ErasedPhones } from '../consent/index.ts'
import type { Contacts } from '../contacts/index.ts'
import type { LegalHolds } from '../legal-holds/index.ts'
import type { Media } from '../media/index.ts'
import { formatNumber } from '../numbers/index.ts'
import { AppError, createLoop } from '../platform/index.ts'
import type { Caller, Clock, Config, Database, Handlers, Loop, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { createErasureList } from './erasure-list.ts'
import { eraseContact, hasContact, insertErasure, isSending, listErasures, phonesEver } from './erasures-store.ts'
import type { ErasureRow } from './erasures-store.ts'

export type Erasures = {
  /** @throws {AppError} `not-found`; `conflict` while a text is being sent, or on legal hold */
  erase(by: Pick<Caller, 'tenantId' | 'userId'>, contactId: ContactId, options: { messages: boolean }): Promise<Erasure>
  /** Keeps the list outside the database, and repeats erasures that a restored database lacks. */
  repetition: Loop
}

type Parts = {
  config: Pick<Config, 'DATA_DIR'>
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  tenants: Tenants
  media: Media
  chats: Chats
  contacts: Contacts
  erasedPhones: ErasedPhones
  legalHolds: Pick<LegalHolds, 'requireNoChat'>
  /** Deletes the tenant's archives, which also contain the contact. Call the returned function after the commit. */
  eraseArchives: (trx: Queries, by: Pick<Caller, 'tenantId' | 'userId'>) => Promise<() => Promise<void>>
}

const HOUR_MS = 3_600_000

/** docs/product.md#erasing-a-contact */
export function createErasures(parts: Parts): Erasures {
  const { config, database, clock, log, tenants, media, chats, contacts, erasedPhones, legalHolds, eraseArchives } =
    parts
  const list = createErasureList(config.DATA_DIR)

  const erase: Erasures['erase'] = async ({ tenantId, userId }, contactId, { messages }) => {
    const { defaultCountry } = await tenants.get(tenantId)
    let result: Erasure | undefined
    let unused: Awaited<ReturnType<Media['forget']>> = []
    let archivesErased = async () => {}
    await contacts.remove({ tenantId, userId }, contactId, async (trx, { name }) => {
      const phones = await phonesEver(trx, { tenantId, contactId })
      const ids = phones.map(({ id }) => id)
      await legalHolds.requireNoChat(trx, tenantId, ids)
      if (await isSending(trx, tenantId, ids)) throw new AppError('conflict', { message: CONTACT_TEXTS.stillSending })
      const numbers = phones.map(({ number }) => number)
      const optOuts = await erasedPhones.forget(trx, tenantId, {
        // If the number belongs to someone else now, its entries in the ledger are theirs.
        numbers: phones.filter(({ isTaken }) => !isTaken).map(({ number }) => number),
        formerIds: phones.filter(({ isFormer }) => isFormer).map(({ id }) => id),
      })
      const formatted = numbers.map((number) => formatNumber(number, defaultCountry))
      const identifiers = [name, ...phones.map((phone) => phone.name), ...numbers, ...formatted]
      const { files, ...counts } = await eraseContact(trx, { tenantId, contactId }, { phones, identifiers, messages })
      const used = files.map((fileId) => ({ fileId }))
      unused = await media.forget(trx, tenantId, used)
      const erasedAt = clock.now()
      await insertErasure(trx, { tenantId, contactId, erasedAt, erasedBy: userId, messages })
      await recordAuditEntry(trx, { tenantId, userId }, { kind: 'contactErased', at: erasedAt, about: contactId })
      archivesErased = await eraseArchives(trx, { tenantId, userId })
      result = { ...counts, files: unused.length, optOuts }
    })
    if (!result) throw new Error('The contact was deleted without being erased.')
    chats.announceList(tenantId)
    await archivesErased()
    await media.erase(unused)
    return result
  }

  async function repeat(erasure: ErasureRow): Promise<void> {
    const { tenantId, contactId, erasedBy: userId, messages } = erasure
    if (await hasContact(database.queries, erasure)) {
      await erase({ tenantId, userId }, contactId, { messages })
      log.info({ tenantId, contactId }, 'an erased contact of a restored database was erased again')
    } else if (await tenants.find(tenantId)) {
      await insertErasure(database.queries, erasure)
    }
  }

  const repetition = createLoop({
    clock,
    pauseMs: HOUR_MS,
    async run() {
      const onDamaged = (error: unknown) => log.error({ err: error }, 'a line of erasures.jsonl cannot be read')
      const [listed, known] = [await list.read(onDamaged), await listErasures(database.queries)]
      const isIn = (others: readonly ErasureRow[]) => {
        const keys = new Set(others.map(keyOf))
        return (erasure: ErasureRow) => keys.has(keyOf(erasure))
      }
      const [isListed, isKnown] = [isIn(listed), isIn(known)]
      const unlisted = known.filter((erasure) => !isListed(erasure))
      if (unlisted.length > 0) await list.add(unlisted)
      for (const erasure of listed.filter((one) => !isKnown(one))) {
        await repeat(erasure).catch((error: unknown) => log.error({ err: error }, 'an erasure could not be repeated'))
      }
    },
    onError: (error) => log.error({ err: error }, 'the list of erasures cannot be kept'),
  })

  return {
    async erase(by, contactId, options) {
      const erasure = await erase(by, contactId, options)
      repetition.wake()
      return erasure
    },
    repetition,
  }
}

const keyOf = ({ tenantId, contactId }: ErasureRow) => `${tenantId}/${contactId}`

export function erasureRoutes({ erasures }: { erasures: Erasures }) {
  return {
    'contacts.erase': ({ caller, params, body }) => erasures.erase(caller, params.contactId, body),
  } satisfies Partial<Handlers>
}
