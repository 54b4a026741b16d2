import { createHmac, randomBytes } from 'node:crypto'
import { phoneIdentity } from '@partyline/contract'
import type { NumberId, TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Keyring, Queries } from '../platform/index.ts'
import {
  anonymize,
  dropStates,
  findHashed,
  findKey,
  identify,
  keepKey,
  listKeys,
  replaceKey,
} from './erased-phones-store.ts'
import type { KeyRow } from './erased-phones-store.ts'
import { dropEvidence } from './former-phones-store.ts'
import { restoreState } from './ledger-store.ts'

/**
 * The opt-outs of people who were erased. Their entries stay in the ledger without a number, with a keyed hash of it if they had
 * opted out. A number that is added again gets its entries back, and with them its opt-outs.
 */
export type ErasedPhones = {
  /**
   * Takes the numbers out of the ledger, with the wording of evidence, also of these former phones. Returns how many opt-outs go
   * on.
   */
  forget: (
    trx: Queries,
    tenantId: TenantId,
    erased: { numbers: readonly string[]; formerIds: readonly NumberId[] },
  ) => Promise<number>
  /** For numbers that are added in the same transaction. */
  recall: (trx: Queries, tenantId: TenantId, numbers: readonly string[]) => Promise<void>
  /** Encrypts the tenants' keys with the first of ENCRYPTION_KEYS. */
  renewKeys: () => Promise<void>
}

type Parts = { database: Database; keyring: Keyring; log: Pick<FastifyBaseLogger, 'error'> }

const contextOf = (tenantId: TenantId) => `${tenantId}/erasures`

export function createErasedPhones({ database, keyring, log }: Parts): ErasedPhones {
  const decrypt = ({ tenantId, keyEncrypted }: KeyRow) =>
    Buffer.from(keyring.decrypt(keyEncrypted, contextOf(tenantId)), 'base64')

  async function ownKey(trx: Queries, tenantId: TenantId): Promise<Buffer> {
    const keyEncrypted = keyring.encrypt(randomBytes(32).toString('base64'), contextOf(tenantId))
    return decrypt(await keepKey(trx, { tenantId, keyEncrypted }))
  }

  /** Texts do not stop because a key is lost. */
  function ifReadable<Result>(tenantId: TenantId, read: () => Result): Result | null {
    try {
      return read()
    } catch (error) {
      log.error({ err: error, tenantId }, 'opt-outs of erased contacts that no key of ENCRYPTION_KEYS can read')
      return null
    }
  }

  return {
    async forget(trx, tenantId, { numbers, formerIds }) {
      await dropEvidence(trx, tenantId, formerIds)
      const optOuts = await dropStates(trx, tenantId, numbers)
      const optedOut = new Set(optOuts.map(phoneIdentity))
      const key = optedOut.size > 0 ? await ownKey(trx, tenantId) : null
      for (const number of new Set(numbers.map(phoneIdentity))) {
        const phoneHash = key && optedOut.has(number) ? hashOf(key, number) : null
        await anonymize(trx, { tenantId, number, phoneHash })
      }
      return optOuts.length
    },

    async recall(trx, tenantId, numbers) {
      const row = await findKey(trx, tenantId)
      const key = row && ifReadable(tenantId, () => decrypt(row))
      if (!key) return
      const hashed = numbers.map((number) => ({ number, hash: hashOf(key, number) }))
      const found = await findHashed(
        trx,
        tenantId,
        hashed.map(({ hash }) => hash),
      )
      for (const { personKey, phoneHash } of found) {
        const number = hashed.find(({ hash }) => phoneHash?.equals(hash))?.number
        if (number === undefined) continue
        const lines = await identify(trx, { tenantId, personKey }, number)
        for (const lineId of lines) await restoreState(trx, { tenantId, lineId, number })
      }
    },

    async renewKeys() {
      for (const row of await listKeys(database.queries)) {
        const { tenantId, keyEncrypted } = row
        const renewed = ifReadable(tenantId, () => keyring.renew(keyEncrypted, contextOf(tenantId)))
        if (renewed !== null) await replaceKey(database.queries, row, renewed)
      }
    },
  }
}

const hashOf = (key: Buffer, number: string) => createHmac('sha256', key).update(phoneIdentity(number)).digest()
