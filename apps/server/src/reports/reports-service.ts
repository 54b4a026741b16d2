import { ANSWER_GOALS, AUDIT_VALUES, REPORT_BOUNDS, REPORT_TABLES } from '@partyline/contract'
import type { CallBody, CallQuery, NumberId, Report, ReportSettings, TenantId, UserId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import { differences, recordAuditEntry } from '../audit/index.ts'
import type { Numbers } from '../numbers/index.ts'
import { changedFields, writeCsv } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Loop } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { errorTextOf } from '../twilio/index.ts'
import type { Users } from '../users/index.ts'
import type { Counts } from './counts.ts'
import { createDayCounts, dayOf } from './day-counts-service.ts'
import { countsByDay, figuresOf, hoursOf, periodBefore, sumOf, sumsBySubject } from './present-report.ts'
import { tableRows } from './report-tables.ts'
import { countedDays, countsOf, forgetDays, lockSettings, updateSettings } from './reports-store.ts'
import type { Subject } from './reports-store.ts'
import { unansweredChats } from './texts-store.ts'

type Period = CallQuery<'reports.get'>

export type Reports = {
  /** An Admin's is about the organization, and another user's about that user. */
  get(caller: Caller, period: Period): Promise<Report>
  csv(caller: Caller, wanted: CallQuery<'reports.csv'>): Promise<{ fileName: string; csv: string }>
  /** @throws {AppError} conflict */
  update(caller: Caller, change: CallBody<'reports.update'>): Promise<ReportSettings>
  /** Keeps the figures of the days that start before a time, because some of their texts will be deleted. */
  seal(tenantId: TenantId, before: Date): Promise<void>
  /** Counts days in the background. */
  loop: Loop
}

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  tenants: Pick<Tenants, 'get' | 'list'>
  numbers: Pick<Numbers, 'findLine' | 'timeZone'>
  users: Pick<Users, 'list'>
}

export function createReports({ users, ...parts }: Parts): Reports {
  const { database, clock, numbers } = parts
  const { queries } = database
  const days = createDayCounts(parts)

  async function unanswered(tenantId: TenantId): Promise<Report['unanswered']> {
    const chats = await unansweredChats(queries, tenantId, REPORT_BOUNDS.unanswered)
    return chats.map(({ since, ...chat }) => ({ ...chat, since: since.toISOString() }))
  }

  async function get(caller: Caller, { from, to }: Period): Promise<Report> {
    const { tenantId } = caller
    const settings = await days.bringUpToDate(tenantId)
    const goal = { goalMinutes: ANSWER_GOALS.find((minutes) => minutes === settings.goalMinutes) ?? null }
    const isOfTeam = caller.role === 'Admin'
    const own: Subject = isOfTeam ? { dimension: 'all', subject: '' } : { dimension: 'person', subject: caller.userId }
    const before = periodBefore({ from, to })
    const bySubject = async (dimension: Subject['dimension']) =>
      isOfTeam ? sumsBySubject(await countsOf(queries, { tenantId, from, to, dimension })) : new Map<string, Counts>()

    const rows = await countsOf(queries, { tenantId, from, to, ...own })
    const rowsBefore = await countsOf(queries, { tenantId, ...before, ...own })
    const figures = (counts: Counts) => figuresOf(counts, goal, { hasTextsIn: isOfTeam, hasOptOuts: isOfTeam })
    const total = sumOf(rows)
    const counted = new Map((await countedDays(queries, tenantId)).map(({ day, countedAt }) => [day, countedAt]))
    const today = dayOf(settings.timeZone, clock.now())
    return {
      settings: { timeZone: settings.timeZone, ...goal },
      from,
      to,
      before,
      countedAt: from <= today && today <= to ? (counted.get(today)?.toISOString() ?? null) : null,
      daysMissing: await days.missing(tenantId, { from: before.from, to }, settings),
      total: figures(total),
      totalBefore: figures(sumOf(rowsBefore)),
      days: [...countsByDay(rows, { from, to })].map(([day, counts]) => ({ day, ...figures(counts) })),
      hours: hoursOf(rows),
      failures: failuresOf(total),
      lines: await Promise.all(
        [...(await bySubject('line'))].map(async ([subject, counts]) => {
          const id = subject as NumberId
          const line = await numbers.findLine(queries, tenantId, id)
          return { id, name: line?.name ?? '', ...figures(counts) }
        }),
      ),
      people: await peopleOf(tenantId, await bySubject('person'), goal),
      tags: [...(await bySubject('tag'))].map(([tag, counts]) => ({
        tag,
        ...figuresOf(counts, goal, { hasTextsIn: true, hasOptOuts: false }),
      })),
      unanswered: isOfTeam ? await unanswered(tenantId) : null,
    }
  }

  async function peopleOf(
    tenantId: TenantId,
    sums: ReadonlyMap<string, Counts>,
    goal: Pick<ReportSettings, 'goalMinutes'>,
  ): Promise<Report['people']> {
    if (sums.size === 0) return []
    const names = new Map<string, string>((await users.list(tenantId)).map(({ id, name }) => [id, name]))
    return [...sums].map(([subject, counts]) => ({
      id: subject as UserId,
      name: names.get(subject) ?? '',
      ...figuresOf(counts, goal, { hasTextsIn: false, hasOptOuts: false }),
    }))
  }

  return {
    get,
    async csv(caller, { table, ...period }) {
      const report = await get(caller, period)
      const name = REPORT_TABLES[table].toLowerCase().replaceAll(' ', '-')
      const zone = report.settings.timeZone.replaceAll('/', '-')
      return {
        fileName: `report-${name}-${period.from}-${period.to}-${zone}.csv`,
        csv: writeCsv(tableRows(report, table)),
      }
    },
    async update(caller, change) {
      const { tenantId } = caller
      const timeZone = await days.firstTimeZone(tenantId)
      return database.transaction(async (trx) => {
        const before = await lockSettings(trx, tenantId, timeZone)
        const after = { ...before, ...changedFields(before, change) }
        await updateSettings(trx, tenantId, after)
        if (after.timeZone !== before.timeZone) await forgetDays(trx, tenantId)
        const changes = differences({
          timeZone: [before.timeZone, after.timeZone],
          answerGoal: [goalInWords(before.goalMinutes), goalInWords(after.goalMinutes)],
        })
        if (changes.length > 0)
          await recordAuditEntry(trx, caller, { kind: 'reportSettingsChanged', at: clock.now(), changes })
        return after as ReportSettings
      })
    },
    seal: (tenantId, before) => days.seal(tenantId, before),
    loop: days.loop,
  }
}

const goalInWords = (minutes: number | null) => (minutes === null ? AUDIT_VALUES.off : `${minutes} min`)

function failuresOf({ failed }: Counts): Report['failures'] {
  return Object.entries(failed)
    .map(([key, count]) => {
      const code = Number(key) || null
      return { code, text: errorTextOf(code), count }
    })
    .toSorted((a, b) => b.count - a.count)
}

export function reportRoutes({ reports }: { reports: Reports }) {
  return {
    'reports.get': ({ caller, query }) => reports.get(caller, query),
    'reports.csv': ({ caller, query }) => reports.csv(caller, query),
    'reports.update': ({ caller, body }) => reports.update(caller, body),
  } satisfies Partial<Handlers>
}
