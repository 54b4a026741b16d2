import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import type { DiagnosticsFinding, TenantId } from '@partyline/contract'
import { lastEntryAt } from '../audit/index.ts'
import { readRecentInbound, readRecentReports, readState } from '../traffic/index.ts'
import type { Clock, Queries } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { ageOf } from './age.ts'
import { check } from './check.ts'
import type { Check } from './check.ts'

const { inbound, callbacks, countries, oldestUnsent } = DIAGNOSTICS_FINDINGS

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Twilio and the carriers have so long to say something. */
const REPORT_WITHIN_MS = 2 * MINUTE
const REPORT_SPAN_MS = 60 * MINUTE
const MAX_WAIT_MS = 5 * MINUTE
/** Texts from before a number was used are fetched in the first round after that, which starts within five minutes. */
const FIRST_ROUND_MS = 7 * MINUTE

type Parts = { queries: Queries; clock: Clock; tenants: Pick<Tenants, 'find'> }

/** Received texts, reports, and waiting texts in our database. */
export async function checkTexts(parts: Parts, tenantId: TenantId): Promise<Check[]> {
  const now = parts.clock.now()
  const [came, reports, waits] = await Promise.all([
    inboundFinding(parts.queries, tenantId, now),
    reportsFinding(parts.queries, tenantId, now),
    waitingFinding(parts, tenantId, now),
  ])
  return [check('inbound', came), check('callbacks', reports), check('oldestUnsent', waits)]
}

async function inboundFinding(queries: Queries, tenantId: TenantId, now: Date): Promise<DiagnosticsFinding> {
  const used = await lastEntryAt(queries, tenantId, 'numberUsed')
  const { lastWebhook, recovered, lastRecovered } = await readRecentInbound(queries, tenantId, {
    from: before(now, DAY),
    until: new Date(now.getTime() + MINUTE),
    settledAt: new Date((used?.getTime() ?? 0) + FIRST_ROUND_MS),
  })
  if (lastRecovered && (!lastWebhook || lastRecovered > lastWebhook)) return inbound.fetched(ageOf(lastRecovered, now))
  if (!lastWebhook) return inbound.quiet()
  return recovered > 0 ? inbound.some(recovered, ageOf(lastWebhook, now)) : inbound.arriving(ageOf(lastWebhook, now))
}

async function reportsFinding(queries: Queries, tenantId: TenantId, now: Date): Promise<DiagnosticsFinding> {
  const span = { from: before(now, REPORT_SPAN_MS), until: before(now, REPORT_WITHIN_MS) }
  const { handedOver, reported } = await readRecentReports(queries, tenantId, span)
  if (handedOver === 0) return callbacks.quiet()
  return reported === 0 ? callbacks.missing(handedOver) : callbacks.arriving(reported)
}

/** Only a text that arrived shows that its country is allowed. */
export async function checkCountries(queries: Queries, tenantId: TenantId, now: Date): Promise<Check> {
  const { lastDeliveredOn } = await readState(queries, tenantId)
  const finding = lastDeliveredOn ? countries.delivered(ageOf(lastDeliveredOn, now)) : countries.untold()
  return check('countries', finding)
}

async function waitingFinding({ queries, tenants }: Parts, tenantId: TenantId, now: Date): Promise<DiagnosticsFinding> {
  const [state, tenant] = await Promise.all([readState(queries, tenantId), tenants.find(tenantId)])
  const { waiting, waitingSince } = state
  if (tenant?.suspended) return oldestUnsent.suspended(waiting)
  if (!waitingSince) return oldestUnsent.none()
  const age = ageOf(waitingSince, now)
  return now.getTime() - waitingSince.getTime() > MAX_WAIT_MS
    ? oldestUnsent.old(waiting, age)
    : oldestUnsent.young(waiting, age)
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}
