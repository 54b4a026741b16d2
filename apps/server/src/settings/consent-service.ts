import type { Operation } from '@partyline/contract'
import type { ConsentLinks } from '../auth/index.ts'
import { DirectoryFailure } from '../microsoft/index.ts'
import type { AppAccess } from '../microsoft/index.ts'
import { AppError } from '../platform/index.ts'
import type { Caller } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'

export type Consent = {
  /**
   * Whether the directory has consented, as a token of the app itself proves: docs/product.md#consent
   * `state` must be one that was issued.
   * @throws {AppError} `bad-request` for a strange state, `directory-failed`
   */
  check(caller: Caller, state?: string): Promise<Operation>
}

const NOT_BEGUN_HERE = 'This consent was not begun here, or too long ago. Please begin it again.'
const GIVEN = 'The organization has consented to Partyline.'
const MISSING = 'The organization has not consented to Partyline yet. An administrator can do this in the settings.'

type Parts = { tenants: Tenants; appAccess: AppAccess; consentLinks: ConsentLinks }

export function createConsent({ tenants, appAccess, consentLinks }: Parts): Consent {
  return {
    async check({ tenantId, sessionId }, state) {
      if (state !== undefined && !consentLinks.isOurs(state, sessionId)) {
        throw new AppError('bad-request', { message: NOT_BEGUN_HERE })
      }
      const token = await appAccess.tokenFor(tenantId).catch((cause: unknown) => {
        throw cause instanceof DirectoryFailure ? new AppError('directory-failed', { cause }) : cause
      })
      const succeeded = token !== null
      await tenants.setConsented(tenantId, succeeded)
      return {
        succeeded,
        details: succeeded ? GIVEN : MISSING,
        link: consentLinks.forSession({ tenantId, sessionId }),
      }
    },
  }
}
