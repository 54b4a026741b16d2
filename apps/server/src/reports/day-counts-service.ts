import { dayAfter, daysFrom, instantOf, wallClock } from '@partyline/contract'
import type { TenantId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Numbers } from '../numbers/index.ts'
import { createLoop } from '../platform/index.ts'
import type { Clock, Database, Loop } from '../platform/index.ts'
import { hoursOverTime } from '../tenants/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { createDayCount } from './count-day.ts'
import { countedDays, findSettings, lockSettings, sealDays, writeDay } from './reports-store.ts'
import type { CountedDay, SettingsRow } from './reports-store.ts'
import { chatsBefore, firstTextAt, optOutsOf, textsOf } from './texts-store.ts'
import type { Text } from './texts-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const PAUSE_MS = 10 * MINUTE_MS
/** Statuses of texts change for three days. */
const FINAL_AFTER_MS = 4 * DAY_MS
const TEXTS_AT_ONCE = 1_000
/** A request reads up to this many texts to count days, and leaves the rest to the loop. A day costs {@link COST_OF_DAY}. */
const TEXTS_FOR_REQUEST = 5_000
const COST_OF_DAY = 50

export type DayCounts = {
  /** The zone of days until an Admin chooses one. */
  firstTimeZone(tenantId: TenantId): Promise<string>
  /** Counts due days. */
  bringUpToDate(tenantId: TenantId): Promise<SettingsRow>
  /** Counts the days that start before a time, if not counted yet, and never again after that. */
  seal(tenantId: TenantId, before: Date): Promise<void>
  /** Days of a period that have not been counted. */
  missing(tenantId: TenantId, period: { from: string; to: string }, settings: SettingsRow): Promise<number>
  /** Counts days of all organizations in the background. */
  loop: Loop
}

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  tenants: Pick<Tenants, 'get' | 'list'>
  numbers: Pick<Numbers, 'timeZone'>
}

/** Counts days again and again until nothing of them changes: docs/product.md#reports */
export function createDayCounts({ database, clock, log, tenants, numbers }: Parts): DayCounts {
  const { queries } = database

  /** Stored with the first day that is counted: before that, lines and opening hours may still be set up. */
  async function settingsOf(tenantId: TenantId): Promise<SettingsRow> {
    const known = await findSettings(queries, tenantId)
    return known ?? { timeZone: await firstTimeZone(tenantId), goalMinutes: null }
  }

  async function firstTimeZone(tenantId: TenantId): Promise<string> {
    const { hours } = await tenants.get(tenantId)
    return hours?.timeZone ?? (await numbers.timeZone(tenantId)) ?? 'UTC'
  }

  /** Newest first, with how many texts they had when they were last counted. */
  async function dueDays(tenantId: TenantId, timeZone: string): Promise<{ day: string; texts: number }[]> {
    const first = await firstTextAt(queries, tenantId)
    if (!first) return []
    const now = clock.now()
    const days = daysFrom(dayOf(timeZone, first), dayOf(timeZone, now)).toReversed()
    const counted = new Map((await countedDays(queries, tenantId)).map((last) => [last.day, last]))
    const isDue = ({ day, countedAt, final }: CountedDay) => {
      const wasOver = countedAt.getTime() >= endOf(timeZone, day)
      return !final && now.getTime() - countedAt.getTime() >= (wasOver ? DAY_MS : MINUTE_MS)
    }
    return days.flatMap((day) => {
      const last = counted.get(day)
      return last && !isDue(last) ? [] : [{ day, texts: last?.texts ?? 0 }]
    })
  }

  /** Returns how many texts it read. A day with more than the limit is left as it was. */
  async function countDay(tenantId: TenantId, timeZone: string, day: string, limit = Infinity): Promise<number> {
    const countedAt = clock.now()
    const span = {
      tenantId,
      starts: new Date(instantOf(timeZone, day, '00:00')),
      ends: new Date(endOf(timeZone, day)),
    }
    const count = createDayCount({ timeZone, hours: await hoursOverTime(queries, tenantId) })
    let texts = 0
    let page: Text[]
    let after: Text | null = null
    do {
      page = await textsOf(queries, span, { after, limit: TEXTS_AT_ONCE })
      const unknown = count.unknown(page)
      if (unknown.length > 0) count.addChats(await chatsBefore(queries, span, unknown))
      for (const text of page) count.addText(text)
      texts += page.length
      after = page.at(-1) ?? null
      if (texts > limit) return texts
    } while (page.length === TEXTS_AT_ONCE)
    count.addOptOuts(await optOutsOf(queries, span))
    const final = countedAt.getTime() >= span.ends.getTime() + FINAL_AFTER_MS
    await database.transaction(async (trx) => {
      const settings = await lockSettings(trx, tenantId, timeZone)
      // Days of another zone are of no use.
      if (settings.timeZone === timeZone) await writeDay(trx, { tenantId, day, countedAt, texts, final }, count.rows())
    })
    return texts
  }

  async function bringUpToDate(tenantId: TenantId): Promise<SettingsRow> {
    const settings = await settingsOf(tenantId)
    let left = TEXTS_FOR_REQUEST
    for (const { day, texts } of await dueDays(tenantId, settings.timeZone)) {
      const read = texts < left ? await countDay(tenantId, settings.timeZone, day, left) : 0
      if (texts >= left || read > left) loop.wake()
      if (texts < left) left -= COST_OF_DAY + read
    }
    return settings
  }

  const loop: Loop = createLoop({
    clock,
    pauseMs: PAUSE_MS,
    startsWithPause: true,
    async run() {
      for (const { tenantId } of await tenants.list()) {
        if (loop.isStopped()) return
        await countAll(tenantId).catch((error: unknown) =>
          log.error({ err: error, tenantId }, 'the days of reports could not be counted'),
        )
      }
    },
    onError: (error) => log.error({ err: error }, 'the organizations with reports could not be listed'),
  })

  async function countAll(tenantId: TenantId): Promise<void> {
    const { timeZone } = await settingsOf(tenantId)
    for (const { day } of await dueDays(tenantId, timeZone)) {
      if (loop.isStopped()) return
      await countDay(tenantId, timeZone, day)
    }
  }

  return {
    firstTimeZone,
    bringUpToDate,
    async seal(tenantId, before) {
      const { timeZone } = await settingsOf(tenantId)
      const last = dayOf(timeZone, before)
      for (const { day } of await dueDays(tenantId, timeZone)) if (day <= last) await countDay(tenantId, timeZone, day)
      await sealDays(queries, tenantId, last)
    },
    async missing(tenantId, { from, to }, { timeZone }) {
      const first = await firstTextAt(queries, tenantId)
      if (!first) return 0
      const start = [from, dayOf(timeZone, first)].toSorted().at(-1) ?? from
      const end = [to, dayOf(timeZone, clock.now())].toSorted()[0] ?? to
      const counted = new Set((await countedDays(queries, tenantId)).map(({ day }) => day))
      return daysFrom(start, end).filter((day) => !counted.has(day)).length
    },
    loop,
  }
}

export const dayOf = (timeZone: string, at: Date) => wallClock(timeZone, at).date

/** The instant at which the next day starts. */
const endOf = (timeZone: string, day: string) => instantOf(timeZone, dayAfter(day, 1), '00:00')
