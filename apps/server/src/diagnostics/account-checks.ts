import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsFinding, TenantId } from '@partyline/contract'
import type { Clock } from '../platform/index.ts'
import { isWrongToken } from '../settings/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { TwilioFailure } from '../twilio/index.ts'
import type { AccountGateway, TwilioGateway } from '../twilio/index.ts'
import { check } from './check.ts'
import type { Check } from './check.ts'

const { credentials, accountStatus, accountType, clock: clockFindings } = DIAGNOSTICS_FINDINGS

/** The way to the tenant's account, or why there is none. */
export type AccountWay =
  | { gateway: AccountGateway; accountSid: string }
  | { gateway: null; finding: DiagnosticsFinding }

type Parts = { tenants: Pick<Tenants, 'find' | 'twilioAccount'>; twilio: TwilioGateway }

export async function findAccountWay({ tenants, twilio }: Parts, tenantId: TenantId): Promise<AccountWay> {
  const tenant = await tenants.find(tenantId)
  if (!tenant?.accountSid) return { gateway: null, finding: credentials.none() }
  try {
    const account = await tenants.twilioAccount(tenantId)
    if (!account) return { gateway: null, finding: credentials.none() }
    return { gateway: twilio.forAccount(account), accountSid: account.accountSid }
  } catch {
    return { gateway: null, finding: credentials.unreadable() }
  }
}

/** Credentials, state and type of the account, and the clock: Twilio's answer brings the time. */
export async function checkAccount(way: AccountWay, clock: Clock): Promise<Check[]> {
  if (!way.gateway) return unseen(way.finding)
  try {
    const { status, isTrial, toldAt } = await way.gateway.fetchAccount()
    return [
      check('credentials', credentials.accepted(way.accountSid)),
      check('accountStatus', statusFinding(status)),
      check('accountType', isTrial ? accountType.trial() : accountType.full()),
      check('clock', toldAt ? clockFinding(clock.now(), toldAt) : clockFindings.unseen()),
    ]
  } catch (error) {
    if (error instanceof TwilioFailure) return unseen(failureFinding(error))
    throw error
  }
}

function unseen(finding: DiagnosticsFinding): Check[] {
  return [
    check('credentials', finding),
    check('accountStatus', accountStatus.unseen()),
    check('accountType', accountType.unseen()),
    check('clock', clockFindings.unseen()),
  ]
}

function statusFinding(status: string): DiagnosticsFinding {
  if (status === 'active') return accountStatus.active()
  return status === 'closed' ? accountStatus.closed() : accountStatus.suspended()
}

function failureFinding(error: TwilioFailure): DiagnosticsFinding {
  const { failure } = error
  if (isWrongToken(error)) return credentials.refused()
  if (failure.state === 'busy') return credentials.busy()
  if (failure.state === 'refused') return credentials.other(`${failure.message} (${failure.code ?? failure.status})`)
  return credentials.unreachable()
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** Less may be the way of the answer, which names whole seconds. */
const BEARABLE_MS = 30 * SECOND
/** Microsoft's tokens are refused beyond this. */
const TOO_FAR_MS = 5 * MINUTE

/** The difference between our clock and another one. */
function clockFinding(ours: Date, theirs: Date): DiagnosticsFinding {
  const difference = ours.getTime() - theirs.getTime()
  const way = difference > 0 ? 'ahead' : 'behind'
  const ms = Math.abs(difference)
  if (ms < BEARABLE_MS) return DIAGNOSTICS_FINDINGS.clock.right()
  if (ms < TOO_FAR_MS) return DIAGNOSTICS_FINDINGS.clock.wrong(Math.round(ms / SECOND), way)
  return DIAGNOSTICS_FINDINGS.clock.farOff(Math.round(ms / MINUTE), way)
}
