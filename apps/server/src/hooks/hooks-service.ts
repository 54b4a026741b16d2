import { eventWithoutData, HOOK_LIMITS, HOOK_TEXTS } from '@partyline/contract'
import type {
  CallBody,
  CallQuery,
  Hook,
  HookEvent,
  HookEventId,
  HookId,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'
import { differences, recordAuditEntry } from '../audit/index.ts'
import { AppError, changedFields, invalid, newId } from '../platform/index.ts'
import type { Caller, Clock, Database, Keyring, Queries, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { HookAddresses } from './hook-address.ts'
import {
  countWaiting,
  deleteLog,
  findEvent,
  insertEvent,
  listEvents,
  replayEvents,
  undelivered,
  waitingLonger,
} from './hook-events-store.ts'
import type { HookEventRow } from './hook-events-store.ts'
import { newSecret } from './hook-signature.ts'
import {
  deleteHook,
  disableHook,
  findHook,
  insertHook,
  listHooks,
  listSecrets,
  lockHook,
  replaceSecrets,
  updateHook,
} from './hooks-store.ts'
import type { HookRow } from './hooks-store.ts'
import { hostOf, LEASE_MS, secretContext } from './send-event.ts'
import type { SendEvent } from './send-event.ts'

type HookWithSecret = { hook: Hook; secret: string }

/** docs/product.md#webhooks */
export type HookSettings = {
  list(tenantId: TenantId): Promise<Hook[]>
  /** @throws {AppError} `validation`, or `conflict` if there are too many */
  add(caller: Caller, hook: CallBody<'hooks.create'>): Promise<HookWithSecret>
  /** @throws {AppError} `validation`, `not-found`, or `conflict` */
  change(caller: Caller, hookId: HookId, change: CallBody<'hooks.update'>): Promise<Hook>
  /** @throws {AppError} `not-found` */
  remove(caller: Caller, hookId: HookId): Promise<void>
  /** @throws {AppError} `not-found` */
  rotate(caller: Caller, hookId: HookId): Promise<HookWithSecret>
  /** @throws {AppError} `not-found`, or `conflict` if it is disabled */
  test(caller: Caller, hookId: HookId): Promise<HookEvent>
  /** @throws {AppError} `not-found` */
  events(caller: Caller, hookId: HookId, page: CallQuery<'hooks.events'>): Promise<HookEvent[]>
  /** @throws {AppError} `not-found`, or `conflict` if it is disabled, or the event is being sent */
  replay(caller: Caller, hookId: HookId, eventId: HookEventId): Promise<HookEvent>
  /** @throws {AppError} `not-found`, or `conflict` if it is disabled */
  replayAll(caller: Caller, hookId: HookId, since: Date): Promise<number>
  /** Re-encrypts with the current key secrets that an older key encrypted. */
  renewSecrets(): Promise<void>
}

type Parts = {
  database: Database
  clock: Clock
  keyring: Keyring
  tenants: Tenants
  addresses: HookAddresses
  announcements: Topic<readonly RealtimeEvent[]>
  send: SendEvent
  /** Sends waiting events. */
  wake: () => void
}

const HOUR_MS = 3_600_000

export function createHookSettings(parts: Parts): HookSettings {
  const { database, clock, keyring, tenants, addresses, announcements, send, wake } = parts

  /** @throws {AppError} `validation` */
  async function assertReachable(url: string): Promise<void> {
    const refusal = await addresses.refusalOf(url)
    if (refusal !== null) throw invalid({ url: [refusal] })
  }

  function existing<Row>(row: Row | null): Row {
    if (row === null) throw new AppError('not-found')
    return row
  }

  function enabled(hook: HookRow | null): HookRow {
    const found = existing(hook)
    if (found.disabledReason !== null) throw new AppError('conflict', { message: HOOK_TEXTS.disabled })
    return found
  }

  /** Announces it to other Admins, and acts on it immediately. */
  function changed(tenantId: TenantId): void {
    announcements.publish([eventWithoutData(tenantId, 'TenantCreated')])
    wake()
  }

  const seal = ({ tenantId }: Caller, hookId: HookId, secret: string) =>
    keyring.encrypt(secret, secretContext(tenantId, hookId))

  async function save(trx: Queries, caller: Caller, before: HookRow, { url, events, enabled: isEnabled }: Change) {
    const after = { ...before, ...(url !== undefined && { url }), ...(events !== undefined && { events }) }
    await updateHook(trx, before, {
      url: after.url,
      events: after.events,
      // Another address may work.
      ...(url !== undefined && { failingSince: null }),
    })
    if (isEnabled === false) await disableHook(trx, before, { reason: 'admin', at: clock.now() })
    if (isEnabled === true) {
      await updateHook(trx, before, { disabledReason: null, disabledAt: null, failingSince: null })
    }
    const inWords = (isOn: boolean) => (isOn ? 'Enabled' : 'Disabled')
    const wasEnabled = before.disabledReason === null
    const changes = differences({
      address: [hostOf(before), hostOf(after)],
      events: [before.events.join(', '), after.events.join(', ')],
      state: [inWords(wasEnabled), inWords(isEnabled ?? wasEnabled)],
    })
    const at = clock.now()
    await recordAuditEntry(trx, caller, { kind: 'hookChanged', at, subject: hostOf(after), changes })
    return existing(await findHook(trx, before))
  }

  /** Events due before then may be in transit, even from a process whose clock is slightly ahead. */
  const leaseEnd = () => new Date(clock.now().getTime() + 2 * LEASE_MS)

  return {
    async list(tenantId) {
      return (await listHooks(database.queries, tenantId)).map((row) => presentHook(row, clock.now()))
    },
    async add(caller, { url, events }) {
      await assertReachable(url)
      const { tenantId } = caller
      const [hookId, secret] = [newId<HookId>(), newSecret()]
      const hook = await database.transaction(async (trx) => {
        await tenants.lock(trx, tenantId)
        if ((await listHooks(trx, tenantId)).length >= HOOK_LIMITS.count) {
          throw new AppError('conflict', { message: HOOK_TEXTS.tooMany(HOOK_LIMITS.count) })
        }
        const at = clock.now()
        const kinds = [...new Set(events)]
        const secretEncrypted = seal(caller, hookId, secret)
        await insertHook(trx, { tenantId, hookId, url, events: kinds, secretEncrypted, createdAt: at })
        await recordAuditEntry(trx, caller, { kind: 'hookAdded', at, subject: hostOf({ url }) })
        return existing(await findHook(trx, { tenantId, hookId }))
      })
      changed(tenantId)
      return { hook: presentHook(hook, clock.now()), secret }
    },
    async change(caller, hookId, change) {
      const { tenantId } = caller
      if (change.url !== undefined) await assertReachable(change.url)
      const hook = await database.transaction(async (trx) => {
        const before = existing(await lockHook(trx, { tenantId, hookId }))
        const { url, events, enabled: isEnabled } = changedFields(shownOf(before), change)
        const differs = {
          ...(url !== undefined && url !== before.url && { url }),
          ...(events !== undefined && !isSame(events, before.events) && { events: [...new Set(events)] }),
          ...(isEnabled !== undefined && isEnabled !== (before.disabledReason === null) && { enabled: isEnabled }),
        }
        return Object.keys(differs).length > 0 ? save(trx, caller, before, differs) : before
      })
      changed(tenantId)
      return presentHook(hook, clock.now())
    },
    async remove(caller, hookId) {
      const { tenantId } = caller
      await database.transaction(async (trx) => {
        const hook = existing(await lockHook(trx, { tenantId, hookId }))
        await deleteHook(trx, hook)
        await recordAuditEntry(trx, caller, { kind: 'hookRemoved', at: clock.now(), subject: hostOf(hook) })
        // In parts, because a statement has a deadline.
        for (let from: Date | null = new Date(0); from;) from = await deleteLog(trx, { tenantId, hookId }, from)
      })
      changed(tenantId)
    },
    async rotate(caller, hookId) {
      const { tenantId } = caller
      const secret = newSecret()
      const hook = await database.transaction(async (trx) => {
        const before = existing(await lockHook(trx, { tenantId, hookId }))
        const at = clock.now()
        await updateHook(trx, before, {
          secretEncrypted: seal(caller, hookId, secret),
          previousSecretEncrypted: before.secretEncrypted,
          previousSecretUntil: new Date(at.getTime() + HOOK_LIMITS.secretHours * HOUR_MS),
        })
        await recordAuditEntry(trx, caller, { kind: 'hookSecretReplaced', at, subject: hostOf(before) })
        return existing(await findHook(trx, before))
      })
      changed(tenantId)
      return { hook: presentHook(hook, clock.now()), secret }
    },
    async test({ tenantId }, hookId) {
      const now = clock.now()
      const eventId = newId<HookEventId>()
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const event = { tenantId, hookId, eventId, kind: 'webhook.test' as const, happenedAt: now, dueAt: leasedUntil }
      await database.transaction(async (trx) => {
        enabled(await lockHook(trx, { tenantId, hookId }))
        await insertEvent(trx, event)
      })
      await send({ ...event, attempts: 1, body: null, leasedUntil, isTest: true })
      const sent = existing(await findEvent(database.queries, event))
      wake()
      return presentEvent(sent)
    },
    async events({ tenantId }, hookId, page) {
      existing(await findHook(database.queries, { tenantId, hookId }))
      return (await listEvents(database.queries, { tenantId, hookId }, page)).map(presentEvent)
    },
    async replay(caller, hookId, eventId) {
      const { tenantId } = caller
      const event = await database.transaction(async (trx) => {
        const hook = enabled(await lockHook(trx, { tenantId, hookId }))
        const { state, dueAt } = existing(await findEvent(trx, { tenantId, hookId, eventId }))
        const leasedUntil = leaseEnd()
        if (state === 'waiting' && dueAt <= leasedUntil)
          throw new AppError('conflict', { message: HOOK_TEXTS.stillWaiting })
        await replayEvents(trx, hook, { eventIds: [eventId], leasedUntil })
        await recordAuditEntry(trx, caller, { kind: 'hookReplayed', at: clock.now(), subject: hostOf(hook) })
        return existing(await findEvent(trx, { tenantId, hookId, eventId }))
      })
      wake()
      return presentEvent(event)
    },
    async replayAll(caller, hookId, since) {
      const { tenantId } = caller
      const count = await database.transaction(async (trx) => {
        const hook = enabled(await lockHook(trx, { tenantId, hookId }))
        const limit = Math.max(0, HOOK_LIMITS.queue - (await countWaiting(trx, hook)))
        const leasedUntil = leaseEnd()
        const waiting = await waitingLonger(trx, hook, { since, leasedUntil })
        const eventIds = [...waiting, ...(await undelivered(trx, hook, { since, limit }))]
        await replayEvents(trx, hook, { eventIds, leasedUntil })
        await recordAuditEntry(trx, caller, { kind: 'hookReplayed', at: clock.now(), subject: hostOf(hook) })
        return eventIds.length
      })
      wake()
      return count
    },
    async renewSecrets() {
      for (const row of await listSecrets(database.queries)) {
        const context = secretContext(row.tenantId, row.hookId)
        const renewed = (secret: string) => {
          try {
            return keyring.renew(secret, context) ?? secret
          } catch {
            // No key reads it: an Admin has to replace the secret.
            return secret
          }
        }
        const { secretEncrypted, previousSecretEncrypted: previous } = row
        const to = {
          secretEncrypted: renewed(secretEncrypted),
          previousSecretEncrypted: previous && renewed(previous),
        }
        if (to.secretEncrypted !== secretEncrypted || to.previousSecretEncrypted !== previous) {
          await replaceSecrets(database.queries, row, { from: row, to })
        }
      }
    },
  }
}

type Change = { url?: string; events?: Hook['events']; enabled?: boolean }

const isSame = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join()

/** The fields of an update as they are now. */
const shownOf = ({ url, events, disabledReason }: HookRow) => ({ url, events, enabled: disabledReason === null })

function presentHook(row: HookRow, now: Date): Hook {
  const { hookId: id, url, events, createdAt, disabledReason: reason, disabledAt, failingSince } = row
  const until = row.previousSecretUntil
  return {
    id,
    url,
    events: events as Hook['events'],
    createdOn: createdAt.toISOString(),
    enabled: reason === null,
    disabled: reason && { reason, since: (disabledAt ?? createdAt).toISOString() },
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretUntil: until && until > now ? until.toISOString() : null,
  }
}

function presentEvent({ eventId: id, kind, happenedAt, state, dueAt, log }: HookEventRow): HookEvent {
  const isRetried = state === 'waiting' && log.length > 0 && dueAt instanceof Date
  return {
    id,
    kind,
    happenedOn: happenedAt.toISOString(),
    state,
    nextAttemptOn: isRetried ? dueAt.toISOString() : null,
    attempts: log,
  }
}
