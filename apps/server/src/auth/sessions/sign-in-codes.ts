import { randomBytes } from 'node:crypto'
import type { Clock, Database } from '../../platform/index.ts'
import { hashOf } from './session-service.ts'
import type { Admit, ProvedPerson } from './session-service.ts'
import { deleteCode, deleteExpiredCodes, findCode, insertCode } from './sign-in-codes-store.ts'

const LIFETIME_MS = 60_000
const CODE_BYTES = 32

/** Transfers a sign-in from a popup to the frame inside Teams, which has separate cookies. */
export type SignInCodes = {
  /** Good for a minute and once. Only its hash is kept. */
  issue(person: ProvedPerson): Promise<string>
  /** The person it was issued to; null if it is used, expired, or unknown. */
  find(code: string): Promise<ProvedPerson | null>
  /** Lets its person in, once. They were let in a minute ago; the start of the session finds out whether that changed. */
  admission(code: string): Admit
}

export function createSignInCodes({ database, clock }: { database: Database; clock: Clock }): SignInCodes {
  return {
    async issue({ tenantId, userId, provedAt }) {
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const now = clock.now()
      await deleteExpiredCodes(database.queries, now)
      await insertCode(database.queries, {
        tenantId,
        codeHash: hashOf(code),
        userId,
        provedAt,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
      })
      return code
    },
    async find(code) {
      const row = await findCode(database.queries, hashOf(code))
      if (!row || row.expiresAt <= clock.now()) return null
      return { tenantId: row.tenantId, userId: row.userId, provedAt: row.provedAt }
    },
    admission: (code) => async (trx) => ((await deleteCode(trx, hashOf(code))) ? { announce: () => {} } : null),
  }
}
