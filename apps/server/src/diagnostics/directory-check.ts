import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsFinding, TenantId } from '@partyline/contract'
import { DirectoryFailure } from '../microsoft/index.ts'
import type { AppAccess } from '../microsoft/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { Tenant, Tenants } from '../tenants/index.ts'
import { findPoll } from '../users/index.ts'
import { ageOf } from './age.ts'
import { check } from './check.ts'
import type { Check } from './check.ts'

const { consent, departures, guests } = DIAGNOSTICS_FINDINGS
/** Within this time people who were removed are to be signed out. */
const LATE_MS = 15 * 60_000

type Parts = {
  appAccess: Pick<AppAccess, 'tokenFor'>
  tenants: Pick<Tenants, 'find'>
  queries: Queries
  clock: Clock
}

/**
 * Whether the directory lets the app in, as a token of the app itself proves, whether it is asked who left, and whether its
 * tokens tell members from guests.
 */
export async function checkDirectory(parts: Parts, tenantId: TenantId): Promise<Check[]> {
  const { appAccess, tenants, queries, clock } = parts
  const state = await consentState(appAccess, tenantId)
  return [
    check('consent', consent[state]()),
    check(
      'departures',
      state === 'missing' ? departures.noConsent() : await departuresFinding(queries, clock, tenantId),
    ),
    check('guests', guestsFinding(await tenants.find(tenantId))),
  ]
}

async function consentState(appAccess: Parts['appAccess'], tenantId: TenantId): Promise<keyof typeof consent> {
  try {
    return (await appAccess.tokenFor(tenantId)) === null ? 'missing' : 'given'
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error
    return error.isSecretRefused ? 'secret' : 'unreachable'
  }
}

function guestsFinding(tenant: Pick<Tenant, 'hasAcctClaim'> | null): DiagnosticsFinding {
  if (typeof tenant?.hasAcctClaim !== 'boolean') return guests.notYet()
  return tenant.hasAcctClaim ? guests.claimPresent() : guests.claimMissing()
}

async function departuresFinding(queries: Queries, clock: Clock, tenantId: TenantId): Promise<DiagnosticsFinding> {
  const poll = await findPoll(queries, tenantId)
  if (poll?.failure === 'refused') return departures.refused()
  if (!poll?.completedAt) return departures.notYet()
  const now = clock.now()
  const ago = ageOf(poll.completedAt, now)
  return now.getTime() - poll.completedAt.getTime() > LATE_MS ? departures.late(ago) : departures.checked(ago)
}
