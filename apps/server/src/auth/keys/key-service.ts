import { eventWithoutData, KEY_LIMITS, KEY_TEXTS } from '@partyline/contract'
import type { ApiKey, CallBody, KeyId, NumberId, RealtimeEvent, SessionId, TenantId, UserId } from '@partyline/contract'
import { differences, recordAuditEntry } from '../../audit/index.ts'
import { AppError, changedFields, invalid, newId } from '../../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Topic } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import { hashOf, isWellFormed, newToken } from './key-token.ts'
import { findKeyByToken, insertKey, listKeys, lockKey, namesOfLines, updateKey } from './keys-store.ts'
import type { KeyRow } from './keys-store.ts'

type Parts = {
  database: Database
  clock: Clock
  tenants: Pick<Tenants, 'lock'>
  announcements: Topic<readonly RealtimeEvent[]>
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** docs/product.md#api-keys */
export function createKeys({ database, clock, tenants, announcements }: Parts) {
  const changed = (tenantId: TenantId) => announcements.publish([eventWithoutData(tenantId, 'TenantCreated')])

  const present = (row: KeyRow): ApiKey => ({
    id: row.keyId,
    name: row.name,
    scopes: row.scopes,
    lines: row.lineIds,
    lastFour: row.lastFour,
    createdOn: row.createdAt.toISOString(),
    lastUsedOn: row.lastUsedAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
    previousUntil: row.previousUntil && row.previousUntil > clock.now() ? row.previousUntil.toISOString() : null,
    revokedOn: row.revokedAt?.toISOString() ?? null,
  })

  function existing(row: KeyRow | null): KeyRow {
    if (row === null) throw new AppError('not-found')
    return row
  }

  function futureOrNull(endsAt: string | null | undefined): Date | null {
    const at = endsAt ? new Date(endsAt) : null
    if (at && at <= clock.now()) throw invalid({ endsAt: [KEY_TEXTS.past] })
    return at
  }

  async function add(caller: Caller, { name, scopes, lines, endsAt }: CallBody<'keys.create'>) {
    const { tenantId, userId } = caller
    const [keyId, token] = [newId<KeyId>(), newToken()]
    const lineIds = lines ? [...new Set(lines)] : null
    const end = futureOrNull(endsAt)
    const key = await database.transaction(async (trx) => {
      await tenants.lock(trx, tenantId)
      if ((await listKeys(trx, tenantId, { revoked: false })).length >= KEY_LIMITS.count) {
        throw new AppError('conflict', { message: KEY_TEXTS.tooMany(KEY_LIMITS.count) })
      }
      const names = lineIds && (await namesOfLines(trx, tenantId, lineIds))
      if (lineIds && names?.size !== lineIds.length) throw invalid({ lines: [KEY_TEXTS.lines] })
      const at = clock.now()
      const chosen = [...new Set(scopes)]
      await insertKey(trx, {
        tenantId,
        keyId,
        name,
        scopes: chosen,
        lineIds,
        tokenHash: hashOf(token),
        lastFour: token.slice(-4),
        endsAt: end,
        createdBy: userId,
        createdAt: at,
      })
      const changes = differences({
        scopes: ['', chosen.join(', ')],
        lines: ['', names ? [...names.values()].join(', ') : ''],
        endsAt: ['', end?.toISOString() ?? ''],
      })
      await recordAuditEntry(trx, caller, { kind: 'keyAdded', at, subject: name, changes })
      return existing(await lockKey(trx, { tenantId, keyId }))
    })
    changed(tenantId)
    return { key: present(key), token }
  }

  async function change(caller: Caller, keyId: KeyId, wanted: CallBody<'keys.update'>) {
    const { tenantId } = caller
    const key = await database.transaction(async (trx) => {
      const before = existing(await lockKey(trx, { tenantId, keyId }))
      const shown = { name: before.name, endsAt: before.endsAt?.toISOString() ?? null }
      const after = { ...shown, ...changedFields(shown, wanted) }
      const changes = differences({
        name: [shown.name, after.name],
        endsAt: [shown.endsAt ?? '', after.endsAt ?? ''],
      })
      if (changes.length === 0) return before
      const endsAt = after.endsAt === shown.endsAt ? before.endsAt : futureOrNull(after.endsAt)
      await recordAuditEntry(trx, caller, { kind: 'keyChanged', at: clock.now(), subject: after.name, changes })
      return updateKey(trx, before, { name: after.name, endsAt })
    })
    changed(tenantId)
    return present(key)
  }

  async function rotate(caller: Caller, keyId: KeyId) {
    const { tenantId } = caller
    const token = newToken()
    const key = await database.transaction(async (trx) => {
      const before = existing(await lockKey(trx, { tenantId, keyId }))
      const at = clock.now()
      if (before.endsAt && before.endsAt <= at) throw new AppError('conflict', { message: KEY_TEXTS.ended })
      await recordAuditEntry(trx, caller, { kind: 'keyReplaced', at, subject: before.name })
      return updateKey(trx, before, {
        tokenHash: hashOf(token),
        lastFour: token.slice(-4),
        previousHash: before.tokenHash,
        previousUntil: new Date(at.getTime() + KEY_LIMITS.overlapHours * HOUR_MS),
      })
    })
    changed(tenantId)
    return { key: present(key), token }
  }

  async function revoke(caller: Caller, keyId: KeyId): Promise<void> {
    const { tenantId } = caller
    await database.transaction(async (trx) => {
      const key = existing(await lockKey(trx, { tenantId, keyId }))
      const at = clock.now()
      await updateKey(trx, key, { revokedAt: at })
      await recordAuditEntry(trx, caller, { kind: 'keyRevoked', at, subject: key.name })
    })
    changed(tenantId)
  }

  /** The caller who has this token, or null if it does not work. */
  async function findCaller(token: string): Promise<Caller | null> {
    if (!isWellFormed(token)) return null
    const now = clock.now()
    const row = await findKeyByToken(database.queries, { tokenHash: hashOf(token), now })
    if (!row) return null
    const { tenantId, keyId, name, scopes, lineIds, suspended } = row
    if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() >= MINUTE_MS) {
      // A read works while nothing can be written.
      await updateKey(database.queries, row, { lastUsedAt: now }).catch(() => undefined)
    }
    return {
      tenantId,
      userId: keyId as string as UserId,
      role: 'User',
      name,
      // It never is one of a session.
      sessionId: keyId as string as SessionId,
      key: { scopes: new Set(scopes), lines: lineIds && new Set<NumberId>(lineIds), isSuspended: suspended },
    }
  }

  return {
    findCaller,
    routes: {
      'keys.list': async ({ caller, query }) => (await listKeys(database.queries, caller.tenantId, query)).map(present),
      'keys.create': ({ caller, body }) => add(caller, body),
      'keys.update': ({ caller, params, body }) => change(caller, params.keyId, body),
      'keys.rotate': ({ caller, params }) => rotate(caller, params.keyId),
      'keys.revoke': async ({ caller, params }) => {
        await revoke(caller, params.keyId)
        return undefined
      },
    } satisfies Partial<Handlers>,
  }
}

export type Keys = ReturnType<typeof createKeys>
