import { randomBytes } from 'node:crypto'
import type { Clock, Database } from '../../platform/index.ts'
import { hashOf } from './session-service.ts'
import type { ProvedPerson } from './session-service.ts'
import { deleteCode, deleteExpiredCodes, insertCode } from './sign-in-codes-store.ts'

const LIFETIME_MS = 60_000
const CODE_BYTES = 32

/** Carries a sign-in from a window of its own into the frame inside Teams, whose cookies are apart. */
export type SignInCodes = {
  /** Good for a minute and once. Only its hash is kept. */
  issue(person: ProvedPerson): Promise<string>
  /** Whom it was issued to; null for one that was used, is too old, or never was. */
  redeem(code: string): Promise<ProvedPerson | null>
}

export function createSignInCodes({ database, clock }: { database: Database; clock: Clock }): SignInCodes {
  return {
    async issue({ tenantId, userId, provedAt }) {
      const code = randomBytes(CODE_BYTES).toString('base64url')
      const now = clock.now()
      await deleteExpiredCodes(database.queries, now)
      await insertCode(database.queries, {
        tenant_id: tenantId,
        code_hash: hashOf(code),
        user_id: userId,
        proved_at: provedAt,
        expires_at: new Date(now.getTime() + LIFETIME_MS),
      })
      return code
    },
    async redeem(code) {
      const row = await deleteCode(database.queries, hashOf(code))
      if (!row || row.expires_at <= clock.now()) return null
      return { tenantId: row.tenant_id, userId: row.user_id, provedAt: row.proved_at }
    },
  }
}
