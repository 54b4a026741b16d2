import type { HookAttempt, HookEventId, HookId, TenantId } from '@partyline/contract'
import { HOOK_DISABLED } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import type { Clock, Database, Keyring, Queries } from '../platform/index.ts'
import { eventBody } from './event-body.ts'
import { TIMEOUT_MS } from './hook-gateway.ts'
import type { HookGateway } from './hook-gateway.ts'
import { lockWaiting, recordAttempt, saveBody } from './hook-events-store.ts'
import type { HookEventRow } from './hook-events-store.ts'
import { signedHeaders } from './hook-signature.ts'
import { disableHook, findHook, lockHook, noteFailing, noteWorking } from './hooks-store.ts'
import type { HookRow } from './hooks-store.ts'
import { delayAfter } from './retry-schedule.ts'

/** Longer than an attempt takes: the process that has claimed the event has ended. */
export const LEASE_MS = 60_000
/** A webhook that has failed for this long is disabled. */
const MAX_FAILING_MS = 5 * 24 * 3_600_000
const GONE = 410

export const secretContext = (tenantId: TenantId, hookId: HookId) => `webhook ${tenantId} ${hookId}`

/** The host, which is not secret. The rest can be. */
export const hostOf = ({ url }: Pick<HookRow, 'url'>) => URL.parse(url)?.host ?? ''

type Claimed = {
  tenantId: TenantId
  hookId: HookId
  eventId: HookEventId
  attempts: number
  body: string | null
  leasedUntil: Date
  /** A test: it is not repeated, and says nothing about the webhook. */
  isTest?: boolean
}

type Parts = {
  database: Database
  clock: Clock
  random: () => number
  keyring: Keyring
  gateway: HookGateway
  publicUrl: string
  /** Admins are shown another state. */
  onDisabled: (tenantId: TenantId) => void
}

/** Posts a claimed event once, and records the outcome. Null: it is no longer wanted, or the claim has expired. */
export type SendEvent = (claimed: Claimed) => Promise<HookEventRow | null>

export function createSendEvent(parts: Parts): SendEvent {
  const { database, clock, random, keyring, gateway, publicUrl, onDisabled } = parts

  /** Serialized once, so that each attempt has the same bytes. */
  function writeBody(claimed: Claimed): Promise<string | null> {
    return database.transaction(async (trx) => {
      // Locked before names are read: an erasure locks it too.
      const event = await lockWaiting(trx, claimed)
      if (!event) return null
      if (event.body !== null) return event.body
      const body = await eventBody({ db: trx, publicUrl }, event)
      await saveBody(trx, claimed, body)
      return body
    })
  }

  function secretsOf({ tenantId, hookId, ...hook }: HookRow): string[] {
    const { secretEncrypted, previousSecretEncrypted: previous, previousSecretUntil: until } = hook
    const isCurrent = previous !== null && until !== null && clock.now() < until
    return [secretEncrypted, ...(isCurrent ? [previous] : [])].map((secret) =>
      keyring.decrypt(secret, secretContext(tenantId, hookId)),
    )
  }

  async function record(claimed: Claimed, attempt: HookAttempt): Promise<HookEventRow | null> {
    const now = clock.now()
    if (attempt.failure === null) {
      return database.transaction(async (trx) => {
        // The webhook is locked before its events, here and below.
        const [, event] = await Promise.all([
          noteWorking(trx, claimed),
          recordAttempt(trx, claimed, { attempt, state: 'delivered' }),
        ])
        return event
      })
    }
    if (claimed.isTest) return recordAttempt(database.queries, claimed, { attempt, state: 'failed' })
    const delay = delayAfter(claimed.attempts, random)
    let isDisabled = false
    const event = await database.transaction(async (trx) => {
      isDisabled = await noteFailure(trx, claimed, attempt, now)
      const next =
        delay === null || attempt.status === GONE
          ? { state: 'failed' as const }
          : isDisabled
            ? { state: 'missed' as const }
            : { state: 'waiting' as const, dueAt: new Date(now.getTime() + delay) }
      return recordAttempt(trx, claimed, { attempt, ...next })
    })
    if (isDisabled) onDisabled(claimed.tenantId)
    return event
  }

  /** Whether the webhook is disabled now. */
  async function noteFailure(trx: Queries, claimed: Claimed, { status }: HookAttempt, now: Date): Promise<boolean> {
    const hook = await lockHook(trx, claimed)
    if (!hook || hook.disabledReason !== null) return hook !== null
    const since = hook.failingSince ?? now
    const reason =
      status === GONE ? 'gone' : now.getTime() - since.getTime() >= MAX_FAILING_MS ? ('failing' as const) : null
    await noteFailing(trx, claimed, now)
    if (reason === null) return false
    await disableHook(trx, claimed, { reason, at: now })
    const changes = [{ field: 'reason' as const, from: '', to: HOOK_DISABLED[reason] }]
    const by = { tenantId: claimed.tenantId, userId: null }
    await recordAuditEntry(trx, by, { kind: 'hookDisabled', at: now, subject: hostOf(hook), changes })
    return true
  }

  return async (claimed) => {
    const hook = await findHook(database.queries, claimed)
    if (!hook || hook.disabledReason !== null) return null
    const body = claimed.body ?? (await writeBody(claimed))
    const at = clock.now()
    // Another process may claim it soon, and nothing may follow a recorded success.
    if (body === null || at.getTime() + 2 * TIMEOUT_MS > claimed.leasedUntil.getTime()) return null
    const headers = signedHeaders({ id: claimed.eventId, at, body }, secretsOf(hook))
    return record(claimed, await gateway.post(hook.url, headers, body))
  }
}
