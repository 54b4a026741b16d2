import { DOCTOR_FINDINGS } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import { DirectoryFailure } from '../../microsoft/index.ts'
import type { AppAccess } from '../../microsoft/index.ts'
import { check } from '../check.ts'
import type { Check } from '../check.ts'

const { consent } = DOCTOR_FINDINGS

/** Whether the directory lets the app in, as a token of the app itself proves. */
export async function checkDirectory(appAccess: AppAccess, tenantId: TenantId): Promise<Check[]> {
  try {
    const token = await appAccess.tokenFor(tenantId)
    return [check('consent', token === null ? consent.missing() : consent.given())]
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error
    return [check('consent', error.isSecretRefused ? consent.secret() : consent.unreachable())]
  }
}
