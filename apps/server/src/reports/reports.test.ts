import { dayAfter, REPORT_TEXTS } from '@partyline/contract'
import type { CallBody, CallQuery, OpeningHours, Report } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { createMovingClock } from '../../tests/moving-clock.ts'
import { phoneOf } from '../../tests/phone.ts'
import { endSharedApp } from '../../tests/shared-harness.ts'
import { formOf } from '../../tests/texting.ts'
import { until } from '../../tests/until.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const clock = createMovingClock()
// All tests happen on one day.
clock.pass(24 * HOUR_MS - (clock.now().getTime() % (24 * HOUR_MS)) + 12 * HOUR_MS)
let harness: OwnHarness
let clinic: Clinic
beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({ clock })
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

const CLOSED_WEEK = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
/** That of the lines’ numbers, which are in Washington. */
const ZONE = 'America/New_York'
const UNREACHABLE = '+12025550179'

const signIn = (name: 'dana' | 'omar' | 'mei') => harness.signIn(`${name}@lakeside.example`)
const today = () => clock.now().toISOString().slice(0, 10)
const dayBefore = (days: number) => dayAfter(today(), -days)
const period = () => ({ from: today(), to: today() })

/** The report of a person once it meets a condition; what is counted gets a minute old before. */
async function reportOf(name: 'dana' | 'omar' | 'mei', isWanted: (report: Report) => boolean = () => true) {
  return until(async () => {
    clock.pass(MINUTE_MS)
    const report = await (await signIn(name)).get('reports.get', { query: period() })
    return isWanted(report) && report
  })
}

/** A chat of Dana and Omar with a phone. */
async function chatWith(number: string, name: string) {
  const dana = await signIn('dana')
  const [contact] = await dana.get('numbers.addMobile', { body: { name, number } })
  const memberIds = [clinic.dana.id, clinic.omar.id, contact?.id ?? '']
  const { id: chatId } = await dana.get('chats.create', { body: { numberId: clinic.numbers[0].id, name, memberIds } })
  const phone = phoneOf(harness.sandbox, number)
  return {
    params: { chatId },
    async texts(text: string) {
      await phone.send(clinic.numbers[0].number, text)
      await until(async () => {
        const { messages } = await (await signIn('dana')).get('chats.get', { params: { chatId } })
        return messages.at(-1)?.text === text
      })
    },
    /** Until Twilio says what became of it. */
    async send(by: 'dana' | 'omar', text: string) {
      const client = await signIn(by)
      const { id } = await client.get('messages.send', { params: { chatId }, form: formOf(text) })
      await until(async () => {
        const { messages } = await client.get('chats.get', { params: { chatId } })
        const sent = messages.find((message) => message.id === id)
        return sent?.delivery.some(({ status }) => status === 'delivered' || status === 'undelivered')
      })
    },
  }
}

test('until texts come in, days are in the zone of the lines that are in use, or in UTC', async () => {
  const ruth = await harness.signIn(harness.sandbox.world.directories[1]?.people[0]?.login ?? '')
  const zone = async () => (await ruth.get('reports.get', { query: period() })).settings.timeZone
  expect(await zone()).toBe('UTC')
  const hours = { timeZone: 'America/Chicago', holidays: [], week: CLOSED_WEEK }
  await ruth.get('settings.updateTenant', { body: { name: 'Northgate', hours } })
  expect(await zone()).toBe('America/Chicago')
  await ruth.get('settings.updateTenant', { body: { name: 'Northgate', hours: null } })
  expect(await zone()).toBe('UTC')
})

test('a goal that is set before anyone reads a report leaves the days in the zone of the opening hours', async () => {
  const ruth = await harness.signIn(harness.sandbox.world.directories[1]?.people[0]?.login ?? '')
  const hours = { timeZone: 'America/Chicago', holidays: [], week: CLOSED_WEEK }
  await ruth.get('settings.updateTenant', { body: { name: 'Northgate', hours } })
  const settings = await ruth.get('reports.update', { body: { goalMinutes: 5 } })
  expect(settings).toEqual({ timeZone: 'America/Chicago', goalMinutes: 5 })
})

test('an organization without texts has a report of zeros', async () => {
  const report = await reportOf('dana')
  expect(report).toMatchObject({ daysMissing: 0, lines: [], people: [], tags: [], failures: [], countedAt: null })
  expect(report.total).toMatchObject({ textsIn: 0, textsOut: 0, peopleHelped: 0, failed: 0, optOuts: 0 })
  expect(report.total.firstAnswers).toMatchObject({ count: 0, clock: { median: null, p90: null }, withinGoal: null })
  expect(report.unanswered).toEqual([])
  expect(report.settings.timeZone).toBe(ZONE)
})

describe('a day of texts', () => {
  test('counts texts, answers, people, failures, and opt-outs', async () => {
    const [ann, bob] = [await chatWith('+12025550171', 'Ann'), await chatWith('+12025550172', 'Bob')]
    await ann.texts('Are you open?')
    clock.pass(30 * MINUTE_MS)
    await ann.send('omar', 'Until 5.')
    await ann.texts('Thanks, and on Friday?')
    clock.pass(4 * MINUTE_MS)
    await ann.send('dana', 'Until 3.')
    await bob.texts('Hello?')
    await (await signIn('omar')).get('notes.add', { params: bob.params, body: { text: 'Who is he?' } })
    const report = await reportOf('dana', ({ total }) => total.textsIn === 3)
    expect(report.total).toMatchObject({ textsIn: 3, textsOut: 2, peopleHelped: 1, failed: 0, optOuts: 0 })
    expect(report.total.firstAnswers.count).toBe(1)
    expect(Math.abs((report.total.firstAnswers.clock.median ?? 0) / 1_800 - 1)).toBeLessThan(0.06)
    expect(report.total.laterAnswers.count).toBe(1)
    expect(report.total.laterAnswers.clock.p90).toBeLessThan(300)
    expect(report.unanswered).toMatchObject([{ id: bob.params.chatId, name: 'Bob' }])
    expect(report.lines).toMatchObject([{ id: clinic.numbers[0].id, name: clinic.numbers[0].name, textsIn: 3 }])
    expect(new Map(report.people.map(({ name, textsOut }) => [name, textsOut]))).toEqual(
      new Map([
        ['Dana Cole', 1],
        ['Omar Haddad', 1],
      ]),
    )
    expect(report.days).toMatchObject([{ day: today(), textsIn: 3 }])
    const before = { from: dayBefore(7), to: dayBefore(1) }
    const past = await (await signIn('dana')).get('reports.get', { query: before })
    expect([past.countedAt, past.total.textsIn, past.before]).toEqual([
      null,
      0,
      { from: dayBefore(14), to: dayBefore(8) },
    ])
    expect(report.hours.flat().reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  test('is one’s own for a User', async () => {
    const report = await reportOf('omar')
    expect(report).toMatchObject({ lines: [], people: [], tags: [], unanswered: null })
    expect(report.total).toMatchObject({ textsIn: null, textsOut: 1, peopleHelped: 1, optOuts: null })
    expect(report.total.firstAnswers.count).toBe(1)
    expect((await reportOf('mei')).total).toMatchObject({ textsOut: 0 })
  })

  test('has the tags of its contacts, and what became of texts', async () => {
    const dana = await signIn('dana')
    const [ann] = await dana.get('contacts.search', { body: { term: '+12025550171' } })
    await dana.get('contacts.update', { params: { contactId: ann?.id ?? '' }, body: { tags: ['VIP'] } })
    harness.sandbox.faults.set({ phone: UNREACHABLE, faults: { carrierError: { code: 30003 } } })
    const gone = await chatWith(UNREACHABLE, 'Cy')
    await gone.send('dana', 'Hello?')
    await phoneOf(harness.sandbox, '+12025550171').send(clinic.numbers[0].number, 'STOP')
    // The opt-out is recorded before the STOP is in its chat.
    const report = await reportOf(
      'dana',
      ({ total }) => total.failed === 1 && total.optOuts === 1 && total.textsIn === 4,
    )
    expect(report.failures).toEqual([{ code: 30_003, text: expect.stringMatching(/phone/), count: 1 }])
    expect(report.tags).toMatchObject([{ tag: 'VIP', textsIn: 3, textsOut: 2, optOuts: null }])
    expect(report.lines).toMatchObject([{ failed: 1, optOuts: 1 }])
    expect((await reportOf('omar')).total.failed).toBe(0)
  })

  test('is compared with the goal, which only Admins set', async () => {
    const dana = await signIn('dana')
    expect((await (await signIn('omar')).call('reports.update', { body: { goalMinutes: 10 } })).status).toBe(403)
    expect((await dana.call('reports.update', { body: { goalMinutes: 7 as 5 } })).status).toBe(400)
    for (const [goalMinutes, share] of [
      [10, 0],
      [60, 1],
    ] as const) {
      expect(await dana.get('reports.update', { body: { goalMinutes } })).toEqual({ timeZone: ZONE, goalMinutes })
      const { total } = await dana.get('reports.get', { query: period() })
      expect([total.firstAnswers.withinGoal, total.laterAnswers.withinGoal]).toEqual([share, 1])
    }
  })

  test.each([
    ['organization', '+12025550173', 2],
    ['line', '+12025550175', 3],
  ] as const)(
    'counts the minutes in which the %s was open, also once its hours change',
    async (whose, number, count) => {
      const setHours = async (hours: OpeningHours | null) => {
        const dana = await signIn('dana')
        if (whose === 'organization') await dana.get('settings.updateTenant', { body: { name: 'Clinic', hours } })
        else await dana.get('settings.updateHours', { params: { numberId: clinic.numbers[0].id }, body: { hours } })
      }
      const chat = await chatWith(number, `Cleo ${count}`)
      await chat.texts('Anyone?')
      // Those count that are in force when the answer is given.
      await setHours({ timeZone: 'UTC', holidays: [], week: CLOSED_WEEK })
      clock.pass(20 * MINUTE_MS)
      await chat.send('omar', 'Yes.')
      await setHours(null)
      const { firstAnswers } = (await reportOf('omar', ({ total }) => total.firstAnswers.count === count)).total
      expect(firstAnswers.clock.median).toBeGreaterThan(1_000)
      expect(firstAnswers.open).toEqual({ median: 0, p90: firstAnswers.clock.p90 })
    },
  )

  test('is a table for spreadsheets', async () => {
    const query = { ...period(), table: 'people' } as const
    const { fileName, csv } = await (await signIn('dana')).get('reports.csv', { query })
    expect(fileName).toBe(`report-by-person-${query.from}-${query.to}-America-New_York.csv`)
    const lines = csv.trim().split('\r\n')
    expect(lines[0]).toMatch(/^\uFEFF?"Person","Texts in","Texts out","People helped","First answers",/)
    expect(lines).toHaveLength(3)
    const heads = { days: 'Day', lines: 'Line', tags: 'Tag', hours: 'Weekday', failures: 'Twilio’s error' } as const
    for (const [table, head] of Object.entries(heads)) {
      const of = { ...period(), table: table as keyof typeof heads }
      const { csv: text } = await (await signIn('dana')).get('reports.csv', { query: of })
      expect(text).toContain(`"${head}"`)
    }
  })

  test('belongs to the days of another zone after a change, which counts all again', async () => {
    const dana = await signIn('dana')
    await dana.get('reports.update', { body: { timeZone: 'Pacific/Kiritimati' } })
    const dayThere = new Date(clock.now().getTime() + 14 * HOUR_MS).toISOString().slice(0, 10)
    const { days, daysMissing } = await dana.get('reports.get', { query: { from: today(), to: dayThere } })
    expect([days.map(({ textsIn }) => Boolean(textsIn)), daysMissing]).toEqual([[false, true], 0])
  })
})

test('a text waits in open chats, until it is answered', async () => {
  const dan = await chatWith('+12025550174', 'Dan')
  const waiting = async () => (await reportOf('dana')).unanswered
  const before = await waiting()
  await dan.texts('Hello?')
  await dan.texts('Anyone?')
  const { messages } = await (await signIn('dana')).get('chats.get', { params: dan.params })
  const withDan = [...before!, { id: dan.params.chatId, name: 'Dan', since: messages[0]?.sentOn }]
  expect(await waiting()).toEqual(withDan)
  const set = async (body: CallBody<'chats.setState'>) =>
    (await signIn('dana')).get('chats.setState', { params: dan.params, body })
  await set({ state: 'snoozed', until: new Date(clock.now().getTime() + 48 * HOUR_MS).toISOString() })
  expect(await waiting()).toEqual(before)
  await set({ state: 'open' })
  expect(await waiting()).toEqual(withDan)
  await (await signIn('dana')).get('chats.delete', { params: dan.params })
  expect(await waiting()).toEqual(before)
})

test.each<[string, CallQuery<'reports.get'>, object]>([
  ['a day that is none', { from: '2026-02-30', to: '2026-03-01' }, { from: [REPORT_TEXTS.day] }],
  ['a period that ends first', { from: '2026-03-02', to: '2026-03-01' }, { to: [REPORT_TEXTS.order] }],
  ['more than a year', { from: '2024-01-01', to: '2026-01-01' }, { from: [REPORT_TEXTS.tooLong] }],
])('is refused for %s', async (_, query, errors) => {
  const { status, error } = await (await signIn('dana')).call('reports.get', { query })
  expect([status, error?.errors]).toEqual([400, errors])
})
