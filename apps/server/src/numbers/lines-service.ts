import { AUDIT_VALUES, hoursOfLine, isTimeZone, MAX_LINES, RETENTION } from '@partyline/contract'
import type {
  AccountNumber,
  CallBody,
  LineHours,
  NumberId,
  TenantId,
  TwilioNumber,
  User,
  UserId,
} from '@partyline/contract'
import { zonesOf } from '@partyline/contract/time-zones'
import { differences, hoursInWords, recordAuditEntry } from '../audit/index.ts'
import type { Actor } from '../audit/index.ts'
import { AppError, changedFields, invalid, isUniqueViolation, newId } from '../platform/index.ts'
import type { Clock, Database, Queries } from '../platform/index.ts'
import { keepHours } from '../tenants/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Users } from '../users/index.ts'
import type { AnnounceNumbers } from './numbers-events.ts'
import {
  allLines,
  countLinesInUse,
  findNumbersInUse,
  findLine,
  insertLine,
  listDefaultUsers,
  listLines,
  lockLines,
  replaceDefaultUsers,
  updateLine,
} from './lines-store.ts'
import type { LineRow } from './lines-store.ts'

const HOUR_MS = 3_600_000

/** A number of the tenant's Twilio account. */
export type Line = {
  id: NumberId
  tenantId: TenantId
  /** Twilio's SID. */
  sid: string
  /** E.164. */
  number: string
  name: string
  inUse: boolean
  hasMms: boolean
  /** No longer in the account: chats keep it, nothing is sent from it. */
  released: boolean
  /** Null: the tenant's. */
  hours: LineHours | null
  /** Its automatic replies; null: none. */
  awayReply: string | null
  greeting: string | null
  /** The text that asks for consent; null: the default one. */
  consentRequest: string | null
  /** For how many days it keeps texts and notes; null: forever. */
  keepDays: number | null
}

/** A number as Twilio describes it. */
export type NumberAtProvider = {
  sid: string
  phoneNumber: string
  friendlyName: string
  hasSms: boolean
  hasMms: boolean
  /** Whether texts to it reach us. */
  webhookConfigured: boolean
  /** The other receiver of its texts, in words. */
  elsewhere: string | null
}

/** A line that does not keep texts forever. */
export type DeletingLine = Pick<Line, 'id' | 'name'> & { keepDays: number }

export type Lines = {
  /** Those in use, by name. */
  listInUse(tenantId: TenantId): Promise<TwilioNumber[]>
  /** Those of the account, in use or not, by name. A large account has more than are listed. */
  listTwilio(tenantId: TenantId): Promise<AccountNumber[]>
  findLine(db: Queries, tenantId: TenantId, numberId: NumberId): Promise<Line | null>
  /**
   * The time zone of the lines in use, oldest first: of the first with opening hours of its own, or else of the first whose number
   * is of one zone only. Null: neither is there.
   */
  timeZone(tenantId: TenantId): Promise<string | null>
  /** The number of the account that texts come in for: null where none of its tenants uses it. */
  findInUse(db: Queries, accountSid: string, number: string): Promise<Line | null>
  /** Those of the numbers that the tenant uses. */
  inUseAmong(db: Queries, tenantId: TenantId, numbers: readonly string[]): Promise<Line[]>
  /** Users who become members of a chat that a text to this number opens. */
  defaultUsers(db: Queries, tenantId: TenantId, numberId: NumberId): Promise<UserId[]>
  /** @throws {AppError} `validation` if one of them is not a user of the tenant */
  requireUsers(tenantId: TenantId, userIds: readonly UserId[]): Promise<void>
  /** @throws {AppError} `not-found`; `validation` if one of them is not a user of the tenant */
  assignUsers(by: Actor, numberId: NumberId, change: CallBody<'settings.assignUsers'>): Promise<void>
  /** @throws {AppError} `not-found` */
  updateHours(by: Actor, numberId: NumberId, change: CallBody<'settings.updateHours'>): Promise<void>
  /** @throws {AppError} not-found, or conflict */
  updateConsent(by: Actor, numberId: NumberId, change: CallBody<'settings.updateConsent'>): Promise<void>
  /** @throws {AppError} not-found, or conflict */
  updateRetention(by: Actor, numberId: NumberId, change: CallBody<'settings.updateRetention'>): Promise<void>
  /** The lines that delete old texts by now, released ones too. */
  listDeleting(tenantId: TenantId): Promise<DeletingLine[]>
  /** Takes over what the account holds. Numbers that left it are released; a new SID for a known number is the same. */
  keepAccountNumbers(trx: Queries, tenantId: TenantId, numbers: NumberAtProvider[]): Promise<void>
  /** @throws {AppError} `number-in-use` where another tenant uses the number, `conflict` if too many lines are in use */
  requireUsable(line: Line): Promise<void>
  /** @throws {AppError} as `requireUsable` does */
  setUse(by: Actor, numberId: NumberId, use: Use): Promise<void>
}

type Use = {
  inUse: boolean
  /** Whether its texts reach us. */
  webhookConfigured: boolean
  /** The other receiver of its texts, in words; absent: unchanged. */
  elsewhere?: string | null | undefined
  /** Its default users; absent: unchanged. */
  assignedUsers?: UserId[] | undefined
  seen?: Record<string, unknown> | undefined
}

type Defaults = { number: Pick<LineRow, 'numberId' | 'name'>; userIds: readonly UserId[] }

type Parts = { database: Database; tenants: Tenants; users: Users; clock: Clock; announce: AnnounceNumbers }

export function createLines({ database, tenants, users, clock, announce }: Parts): Lines {
  async function list(tenantId: TenantId, isWanted: (row: LineRow) => boolean) {
    const rows = await listLines(database.queries, tenantId)
    const assigned = await listDefaultUsers(database.queries, tenantId)
    const tenant = await tenants.find(tenantId)
    return rows.filter(isWanted).map((row) => ({
      ...presentForAdmin(row, assigned.get(row.numberId) ?? []),
      hours: hoursOfLine(row.hours, tenant?.hours ?? null),
    }))
  }

  async function knownUsers(db: Queries, tenantId: TenantId, wanted: readonly UserId[]): Promise<User[]> {
    const known = await users.list(tenantId, db)
    const isKnown = (id: UserId) => known.some((user) => user.id === id)
    if (!wanted.every(isKnown)) throw invalid({ ids: ['Only users of this tenant can be assigned.'] })
    return known
  }

  async function defaultUsersOf(db: Queries, { tenantId, numberId }: { tenantId: TenantId; numberId: NumberId }) {
    return (await listDefaultUsers(db, tenantId, numberId)).get(numberId) ?? []
  }

  async function replaceDefaults(trx: Queries, by: Actor, { number, userIds }: Defaults) {
    const { tenantId } = by
    const { numberId, name } = number
    const wanted = [...new Set(userIds)]
    const known = await knownUsers(trx, tenantId, wanted)
    const before = await defaultUsersOf(trx, { tenantId, numberId })
    await replaceDefaultUsers(trx, { tenantId, numberId }, wanted)
    const namesOf = (ids: readonly UserId[]) =>
      known.flatMap((user) => (ids.includes(user.id) ? user.name : [])).join(', ')
    const changes = differences({ defaultUsers: [namesOf(before), namesOf(wanted)] })
    if (changes.length === 0) return
    await recordAuditEntry(trx, by, { kind: 'defaultUsersChanged', at: clock.now(), subject: name, changes })
  }

  return {
    listInUse: (tenantId) => list(tenantId, (row) => row.inUse),
    listTwilio: (tenantId) => list(tenantId, () => true),
    async timeZone(tenantId) {
      const lines = (await listLines(database.queries, tenantId))
        .filter(({ inUse }) => inUse)
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.number.localeCompare(b.number))
      const ofHours = lines.flatMap(({ hours }) => hours?.timeZone ?? [])
      const ofNumbers = lines.flatMap(({ number }) => {
        const zones = zonesOf(number, null)
        return zones.length === 1 ? zones : []
      })
      return [...ofHours, ...ofNumbers].find(isTimeZone) ?? null
    },
    async findLine(db, tenantId, numberId) {
      const row = await findLine(db, { tenantId, numberId })
      return row ? lineOf(row) : null
    },
    async findInUse(db, accountSid, number) {
      const [row] = await findNumbersInUse(db, [number])
      if (!row) return null
      const tenant = await tenants.find(row.tenantId, db)
      return tenant?.accountSid === accountSid ? lineOf(row) : null
    },
    async inUseAmong(db, tenantId, wanted) {
      const rows = await findNumbersInUse(db, wanted)
      return rows.filter((row) => row.tenantId === tenantId).map(lineOf)
    },
    defaultUsers: (db, tenantId, numberId) => defaultUsersOf(db, { tenantId, numberId }),
    requireUsers: async (tenantId, userIds) => {
      await knownUsers(database.queries, tenantId, userIds)
    },
    async assignUsers(by, numberId, change) {
      const { tenantId } = by
      await database.transaction(async (trx) => {
        await lockLines(trx, tenantId)
        const number = await findLine(trx, { tenantId, numberId })
        if (!number) throw new AppError('not-found')
        const before = await defaultUsersOf(trx, { tenantId, numberId })
        const { ids = before } = changedFields({ ids: before }, change)
        await replaceDefaults(trx, by, { number, userIds: ids })
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
    async updateHours(by, numberId, change) {
      const { tenantId } = by
      await database.transaction(async (trx) => {
        await lockLines(trx, tenantId)
        const before = await findLine(trx, { tenantId, numberId })
        if (!before) throw new AppError('not-found')
        const { hours, awayReply, greeting } = changedFields(before, change)
        const after = {
          hours: hours === undefined ? before.hours : hours,
          awayReply: awayReply === undefined ? before.awayReply : awayReply,
          greeting: greeting === undefined ? before.greeting : greeting,
        }
        await updateLine(trx, { tenantId, numberId }, { ...after, hours: after.hours && JSON.stringify(after.hours) })
        if (change.hours !== undefined) await keepHours(trx, tenantId, clock.now())
        const changes = differences({
          ...hoursInWords(before.hours, after.hours, 'asOrganization'),
          awayReply: replyInWords(before.awayReply, after.awayReply),
          greeting: replyInWords(before.greeting, after.greeting),
        })
        if (changes.length === 0) return
        await recordAuditEntry(trx, by, { kind: 'hoursChanged', at: clock.now(), subject: before.name, changes })
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
    async updateConsent(by, numberId, change) {
      const { tenantId } = by
      await database.transaction(async (trx) => {
        await lockLines(trx, tenantId)
        const before = await findLine(trx, { tenantId, numberId })
        if (!before) throw new AppError('not-found')
        const { consent = before.consent, consentRequest = before.consentRequest } = changedFields(before, change)
        await updateLine(trx, { tenantId, numberId }, { consent, consentRequest })
        const changes = differences({
          consent: [AUDIT_VALUES[before.consent], AUDIT_VALUES[consent]],
          consentRequest: replyInWords(before.consentRequest, consentRequest),
        })
        if (changes.length === 0) return
        await recordAuditEntry(trx, by, {
          kind: 'consentSettingsChanged',
          at: clock.now(),
          subject: before.name,
          changes,
        })
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
    async updateRetention(by, numberId, change) {
      const { tenantId } = by
      await database.transaction(async (trx) => {
        await lockLines(trx, tenantId)
        const before = await findLine(trx, { tenantId, numberId })
        if (!before) throw new AppError('not-found')
        const { keepDays = before.keepDays } = changedFields(before, change)
        if (keepDays === before.keepDays) return
        const at = clock.now()
        const deletesFrom = keepDays === null ? null : new Date(at.getTime() + RETENTION.graceHours * HOUR_MS)
        await updateLine(trx, { tenantId, numberId }, { keepDays, deletesFrom })
        const changes = differences({ keepDays: [keptInWords(before.keepDays), keptInWords(keepDays)] })
        await recordAuditEntry(trx, by, {
          kind: 'retentionChanged',
          at,
          subject: before.name,
          about: numberId,
          changes,
        })
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
    async listDeleting(tenantId) {
      const now = clock.now()
      const lines = await allLines(database.queries, tenantId)
      return lines.flatMap(({ numberId: id, name, keepDays, deletesFrom }) =>
        keepDays !== null && deletesFrom && deletesFrom <= now ? [{ id, name, keepDays }] : [],
      )
    },
    async keepAccountNumbers(trx, tenantId, numbers) {
      await lockLines(trx, tenantId)
      const known = await allLines(trx, tenantId)
      const kept = new Set<NumberId>()
      for (const atProvider of numbers) {
        const row =
          known.find(({ sid }) => sid === atProvider.sid) ?? known.find((row) => row.number === atProvider.phoneNumber)
        const state = stateOf(atProvider)
        if (row) {
          kept.add(row.numberId)
          await updateLine(trx, { tenantId, numberId: row.numberId }, state)
        } else {
          const numberId = newId<NumberId>()
          const createdAt = clock.now()
          await insertLine(trx, {
            ...state,
            tenantId,
            numberId,
            inUse: false,
            createdAt,
          })
        }
      }
      const gone = known.filter((row) => !kept.has(row.numberId) && !row.releasedAt)
      for (const { numberId } of gone) {
        const released = { releasedAt: clock.now(), inUse: false, webhookConfigured: false, elsewhere: null }
        await updateLine(trx, { tenantId, numberId }, released)
      }
    },
    async requireUsable({ tenantId, number, inUse }) {
      const [row] = await findNumbersInUse(database.queries, [number])
      if (row && row.tenantId !== tenantId) throw usedByAnother()
      if (!inUse) await requireRoom(database.queries, tenantId)
    },
    async setUse(by, numberId, { inUse, webhookConfigured, elsewhere, assignedUsers, seen }) {
      const { tenantId } = by
      const change = {
        inUse,
        webhookConfigured,
        ...(elsewhere !== undefined && { elsewhere }),
      }
      const work = database.transaction(async (trx) => {
        await lockLines(trx, tenantId)
        const before = await findLine(trx, { tenantId, numberId })
        const wanted = changedFields(
          { useNumber: before?.inUse, assignedUsers: await defaultUsersOf(trx, { tenantId, numberId }) },
          { useNumber: inUse, assignedUsers, seen },
        )
        if (inUse && before?.inUse === false) await requireRoom(trx, tenantId)
        await updateLine(trx, { tenantId, numberId }, change)
        if (before && wanted.assignedUsers) {
          await replaceDefaults(trx, by, { number: before, userIds: wanted.assignedUsers })
        }
        if (!before || before.inUse === inUse) return
        const kind = inUse ? 'numberUsed' : 'numberUnused'
        await recordAuditEntry(trx, by, { kind, at: clock.now(), subject: before.name })
      })
      await work.catch((error: unknown) => {
        throw isUniqueViolation(error) ? usedByAnother(error) : error
      })
      announce(tenantId, 'PhoneNumbersUpdated')
    },
  }
}

const keptInWords = (days: number | null) => (days === null ? AUDIT_VALUES.forever : `${days} days`)

/** Whether the reply is on. Its text is not recorded. */
function replyInWords(before: string | null, after: string | null): [from: string, to: string] {
  const { on, off, newText } = AUDIT_VALUES
  const from = before === null ? off : on
  return [from, after === null ? off : before !== null && before !== after ? newText : on]
}

/** Lists show no more, so that another line in use would be missing from them. */
async function requireRoom(db: Queries, tenantId: TenantId) {
  if ((await countLinesInUse(db, tenantId)) < MAX_LINES) return
  throw new AppError('conflict', {
    message: `At most ${MAX_LINES} numbers can be in use. Please stop using another one first.`,
  })
}

function usedByAnother(cause?: unknown): AppError {
  return new AppError('number-in-use', { details: 'Another organization here uses it.', cause })
}

function stateOf(number: NumberAtProvider) {
  return {
    sid: number.sid,
    number: number.phoneNumber,
    name: number.friendlyName,
    webhookConfigured: number.webhookConfigured,
    elsewhere: number.elsewhere,
    hasSms: number.hasSms,
    hasMms: number.hasMms,
    releasedAt: null,
  }
}

function lineOf(row: LineRow): Line {
  const {
    numberId: id,
    tenantId,
    sid,
    number,
    name,
    inUse,
    hasMms,
    hours,
    awayReply,
    greeting,
    consentRequest,
    keepDays,
  } = row
  const released = row.releasedAt !== null
  return {
    id,
    tenantId,
    sid,
    number,
    name,
    inUse,
    hasMms,
    released,
    hours,
    awayReply,
    greeting,
    consentRequest,
    keepDays,
  }
}

function presentForAdmin(row: LineRow, assignedUsers: UserId[]): Omit<AccountNumber, 'hours'> {
  return {
    id: row.numberId,
    number: row.number,
    name: row.name,
    type: 'Twilio',
    disabled: !row.inUse,
    twilioUrl: `https://console.twilio.com/us1/develop/phone-numbers/manage/incoming/${row.sid}/configure`,
    webhookConfigured: row.webhookConfigured,
    assignedUsers,
    capabilities: { sms: row.hasSms, mms: row.hasMms },
    elsewhere: row.elsewhere,
    ownHours: row.hours,
    awayReply: row.awayReply,
    greeting: row.greeting,
    consent: row.consent,
    consentRequest: row.consentRequest,
    keepDays: row.keepDays,
    deletesFrom: row.deletesFrom?.toISOString() ?? null,
  }
}
