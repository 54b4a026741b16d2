import { moveTo } from '../pages/keyboard.ts'
import { expectNoLayer } from '../pages/layers.ts'
import { watchLayoutShifts } from '../pages/layout-shifts.ts'
import { reportsPage } from '../pages/reports-page.ts'
import { hold, refuse, REASON, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { LAST_YEAR, LONG_NAME, makeBusy, makeLarge, OCTOBER, unanswered } from './report-samples.ts'
import { expectUsable } from './sizes.ts'
import { openMainMenu, SURFACES } from './surfaces.ts'

test('Reports: a month', ({ stage }) => month(stage))
test('Reports: a year of many texts, people, and tags', ({ stage }) => year(stage))
test('Reports: answers of a few minutes or seconds', ({ stage }) => short(stage))
test('Reports: a person’s own', ({ stage }) => own(stage))
test('Reports: nothing yet', ({ stage }) => nothing(stage))
test('Reports: nothing in the period', ({ stage }) => nothingInPeriod(stage))
test('Reports: answers that no opening hours shorten, and no goal', ({ stage }) => alwaysOpen(stage))
test('Reports: no answers, no failures, and no one unanswered', ({ stage }) => noAnswers(stage))
test('Reports: loading, failed, and not refreshed', ({ stage }) => failed(stage))
test('Reports: downloaded', ({ stage }) => downloaded(stage))
test('Reports: chats that wait for an answer', ({ stage }) => waiting(stage))
test('Reports: more chats that wait than are listed', ({ stage }) => manyWaiting(stage))
test('Reports: by keyboard alone', ({ stage }) => byKeyboard(stage))
test('Reports: a column tells its day', ({ stage }) => pointedAt(stage))
test('Reports: reached from the chats', ({ stage }) => reached(stage))
test('Reports: reached in Teams', ({ stage }) => reachedInTeams(stage))
test('Reports: the settings stay next to the period in a frame of Teams', ({ stage }) => inFrame(stage))

test.describe('on a new page', () => {
  test.use({ newPage: true })
  test('Reports: loaded when the pointer reaches the link', ({ stage }) => approached(stage))
})

test.describe('with a clock', () => {
  test.use({ device: 'laptopWithClock' })
  test('Reports: days are still being counted', ({ stage }) => counting(stage))
})

test.describe('on a phone', () => {
  test.use({ device: 'phone' })
  test('Reports: on a phone', ({ stage }) => onPhone(stage))
})

async function open({ page, come }: Stage, address = OCTOBER) {
  await come(address)
  const reports = reportsPage(page)
  await expect(reports.period).toBeVisible()
  return reports
}

async function month(stage: Stage) {
  const { page, clinic } = stage
  makeBusy(clinic)
  const reports = await open(stage)
  await expect(reports.title).toHaveText('Reports')
  await expect(page).toHaveTitle(/Reports \| Partyline$/)
  await expect(reports.facts).toHaveText(
    /^Oct 1 – 31, 2026 Compared with Aug 31 – Sep 30, 2026 Days and hours in New York time/,
  )
  await expect(reports.tile('First answer')).toHaveText(
    /^First answer in opening hoursabout [\d.]+\smin.*Half are faster, 9 of 10 within about .*By the clock: about .*, 9 of 10 within \d+\sh/,
  )
  await expect(reports.tile('Within goal')).toHaveText(
    /^Within goal 15\smin\d\d%.*Of first answers; of later ones \d\d%$/,
  )
  await expect(reports.tile('Unanswered now')).toContainText(
    /^Unanswered now read or unread ?4The first since .*\d+:\d\d [AP]M/,
  )
  await expect(reports.tile('Texts in')).toHaveText(/^Texts in ?1,\d{3}[+−]\d+ \(\d+% (more|fewer)\)$/)
  await expect(reports.table('By line').getByRole('row')).toHaveCount(3)
  await expect(reports.head('By line', 'All answers within goal')).toBeVisible()
  await expect(reports.table('Not delivered').getByRole('row').nth(1)).toHaveText(
    /^The phone is switched off.*3000314$/,
  )
  const heat = reports.table('When people text you')
  await expect(heat.getByRole('row')).toHaveCount(9)
  await expect(heat.getByRole('row', { name: /^Mon/ }).getByRole('cell')).toHaveCount(24)
  await expect(reports.card('When people text you')).toContainText(/Busiest on Monday from 9 AM to 10 AM: \d+ texts/)
  await expectUsable(stage)
}

async function year(stage: Stage) {
  const { page, clinic } = stage
  makeLarge(clinic)
  const reports = await open(stage, LAST_YEAR)
  await expect(reports.tile('Unanswered now')).toContainText('200 or more')
  await expect(reports.card('By day')).toContainText('Texts per week')
  const people = reports.table('By person')
  await expect(people.getByRole('row')).toHaveCount(11)
  await expectUsable(stage)
  await reports.main.getByRole('button', { name: 'Show all 30: By person' }).click()
  await expect(people.getByRole('row')).toHaveCount(31)
  // Only the page’s main part scrolls.
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
  await reports.main.getByRole('button', { name: 'Show fewer: By person' }).click()
  await expect(people.getByRole('row')).toHaveCount(11)
  await reports.card('By day').getByRole('button', { name: 'Show table' }).click()
  await expect(reports.table('By day').getByRole('row')).toHaveCount(366)
  await expect(reports.card('By day')).toContainText('Texts per day')
  await expectUsable(stage)
}

/** Answers that just miss a short goal, or take seconds. */
async function short(stage: Stage) {
  const { clinic } = stage
  makeBusy(clinic)
  Object.assign(clinic.report.settings, { goalMinutes: 5, timeZone: 'UTC' })
  clinic.report.textsPerDay = 1
  clinic.report.medians = { first: 324, later: 4 }
  const reports = await open(stage)
  await expect(reports.facts).toContainText('Days and hours in UTC')
  await expect(reports.tile('First answer')).toContainText(/about 5\.4\smin/)
  await expect(reports.tile('Within goal')).toContainText(/5\smin/)
  await expect(reports.tile('Later answers')).toContainText(/under 1\smin.*9 of 10 within 1\smin/)
  await reports.card('By day').getByRole('button', { name: 'Show table' }).click()
  // A Sunday, which has no texts and so no bars.
  const sunday = reports.table('By day').getByRole('row', { name: /^Sun, Oct 4/ })
  await expect(sunday.getByRole('cell').first()).toHaveText('0')
  await expect(sunday.locator('[aria-hidden=true] > span')).toHaveCount(0)
  await expectUsable(stage)
}

async function own(stage: Stage) {
  const { clinic } = stage
  makeBusy(clinic)
  clinic.me.role = 'User'
  const reports = await open(stage)
  await expect(reports.title).toHaveText('Your figures')
  await expect(reports.main.locator('dt')).toHaveText([
    /^First answer/,
    /^Later answers/,
    /^Within goal 15\smin/,
    /^Texts out/,
    /^People helped/,
    /^Not delivered/,
  ])
  await expect(reports.main.getByRole('heading', { level: 2 })).toHaveText([
    'How fast you answer',
    'How many',
    'By day',
    'When you text',
    'Not delivered',
  ])
  await expect(reports.settings).toBeHidden()
  await expectUsable(stage)
}

async function nothing(stage: Stage) {
  const { page, clinic } = stage
  const reports = await open(stage, '/reports')
  await expect(reports.main).toContainText('Nothing to report yet')
  await expect(reports.main).toContainText('Figures are a minute old at most.')
  await expect(reports.settings).toBeVisible()
  await expectUsable(stage)
  clinic.me.role = 'User'
  await stage.update()
  await page.evaluate(`history.pushState(null, '', '/reports?period=7-days')`)
  await expect(reports.main).toContainText('Once you send texts')
}

async function nothingInPeriod(stage: Stage) {
  const { page, clinic, update } = stage
  const reports = await open(stage, '/reports?from=2020-01-01&to=2020-01-31')
  await expect(reports.main).toContainText('No texts in this period')
  await expectUsable(stage)
  makeBusy(clinic)
  await update()
  await reports.main.getByRole('button', { name: 'Show the last 30 days' }).click()
  await expect(reports.period).toHaveValue('30-days')
  await expect(reports.tile('Texts in')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
}

async function alwaysOpen(stage: Stage) {
  const { page, clinic, update } = stage
  makeBusy(clinic)
  clinic.report.clockFactor = 1
  clinic.report.settings.goalMinutes = null
  const reports = await open(stage)
  await expect(reports.tile('First answer')).not.toContainText(/opening hours|By the clock/)
  await expect(reports.head('By person', 'All answers within goal')).toHaveCount(0)
  await expect(reports.tile('Within goal')).toContainText('No goal yet')
  await expectUsable(stage)
  await reports.tile('Within goal').getByRole('button', { name: 'Set a goal' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Goal for answers' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expectNoLayer(page)
  // Only Admins can set one.
  clinic.me.role = 'User'
  await update()
  await page.evaluate(`history.pushState(null, '', '/reports?from=2026-10-01&to=2026-10-30')`)
  await expect(reports.title).toHaveText('Your figures')
  await expect(reports.tile('Within goal')).toHaveCount(0)
}

async function noAnswers(stage: Stage) {
  const { clinic } = stage
  clinic.report.unanswered = unanswered(clinic, 1)
  const reports = await open(stage, '/reports')
  await expect(reports.tile('First answer')).toContainText('No answers in this period')
  await expect(reports.card('By person')).toContainText('No one wrote a text in this period.')
  await expect(reports.card('Not delivered')).toContainText('Every text reached its phone')
  await expect(reports.facts).toContainText(/Counted at \d+:\d\d [AP]M$/)
  await expectUsable(stage)
}

async function waiting(stage: Stage) {
  const { page, clinic } = stage
  makeBusy(clinic)
  const dialog = await showWaiting(stage)
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await expect(dialog.getByRole('listitem').first()).toHaveText(/^.+Since .*\d+:\d\d [AP]M$/)
  await expect(dialog).not.toContainText('are shown')
  await expectUsable(stage)
  const { id, name } = clinic.report.unanswered[0]!
  await dialog.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/\\?chat=${id}$`))
  await expect(dialog).toBeHidden()
}

async function manyWaiting(stage: Stage) {
  const { page, clinic, look } = stage
  makeLarge(clinic)
  const dialog = await showWaiting(stage)
  await expect(dialog.getByRole('listitem')).toHaveCount(200)
  await expect(dialog).toContainText('Only 200 are shown.')
  await look()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Show these chats' })).toBeFocused()
}

async function showWaiting(stage: Stage) {
  const { page } = stage
  const reports = await open(stage)
  await reports.tile('Unanswered now').getByRole('button', { name: 'Show these chats' }).click()
  return page.getByRole('dialog', { name: 'Unanswered now' })
}

async function failed(stage: Stage) {
  const { page, clinic, come, look, forgive } = stage
  forgive(/500/)
  makeBusy(clinic)
  await come('/')
  const reports = reportsPage(page)
  const undo = await refuse(page, 'reports.get')
  const release = await hold(page, 'reports.get')
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(reports.main.getByText('Loading the report')).toBeAttached()
  await look()
  await release()
  await expect(reports.main).toContainText('The report couldn’t be loaded')
  await look()
  await undo()
  const releaseAgain = await hold(page, 'reports.get')
  await reports.main.getByRole('button', { name: 'Try again' }).click()
  const shifts = await watchLayoutShifts(page)
  await releaseAgain()
  await expect(reports.tile('Texts in')).toBeVisible()
  expect(await shifts.take()).toEqual([])

  const stop = await refuse(page, 'reports.get')
  await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
  await expect(reports.main.getByText('The latest figures couldn’t be loaded.')).toBeVisible()
  await expectUsable(stage)
  await stop()
  await reports.main.getByRole('button', { name: 'Try again' }).click()
  await expect(reports.main.getByText('The latest figures couldn’t be loaded.')).toBeHidden()
}

async function downloaded(stage: Stage) {
  const { page, clinic, look } = stage
  makeBusy(clinic)
  const reports = await open(stage)
  for (const [table, name] of [
    ['days', 'By day'],
    ['hours', 'By hour'],
    ['people', 'By person'],
    ['lines', 'By line'],
    ['tags', 'By tag'],
    ['failures', 'Not delivered'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), reports.csv(name).click()])
    expect(download.suggestedFilename()).toBe(`${table}-2026-10-01-2026-10-31.csv`)
  }
  await expect(page.getByText('CSV downloaded').first()).toBeVisible()
  expect((await sent(page, 'reports.csv')).map(({ query }) => query)).toContainEqual({
    from: '2026-10-01',
    to: '2026-10-31',
    table: 'tags',
  })
  await refuse(page, 'reports.csv')
  await reports.csv('By tag').click()
  await expect(page.getByRole('dialog', { name: 'The CSV couldn’t be downloaded' })).toContainText(REASON)
  await look()
}

async function byKeyboard(stage: Stage) {
  const { page, clinic, look } = stage
  makeBusy(clinic)
  const reports = await open(stage)
  const toggle = reports.card('By day').getByRole('button', { name: /^Show (table|chart)$/ })
  await moveTo(page, toggle)
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveText('Show chart')
  await expect(toggle).toBeFocused()
  const days = reports.table('By day')
  await expect(days.getByRole('rowheader').first()).toHaveText('Thu, Oct 1')
  await moveTo(page, reports.head('By day', 'Day').getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(days.getByRole('rowheader').first()).toHaveText('Sat, Oct 31')
  await look()
  await moveTo(page, toggle, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(days).toHaveCount(0)

  const people = reports.table('By person').getByRole('rowheader')
  await expect(people).toHaveText(['Dana Cole', 'Mei Tanaka', 'Omar Haddad'])
  await expect(reports.head('By person', 'Texts out')).toHaveAttribute('aria-sort', 'descending')
  await moveTo(page, reports.head('By person', 'Texts out').getByRole('button'))
  await page.keyboard.press('Enter')
  await expect(reports.head('By person', 'Texts out')).toHaveAttribute('aria-sort', 'ascending')
  await expect(people).toHaveText(['Omar Haddad', 'Mei Tanaka', 'Dana Cole'])
  await moveTo(page, reports.head('By person', 'Person').getByRole('button'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(reports.head('By person', 'Person')).toHaveAttribute('aria-sort', 'ascending')
  await expect(people).toHaveText(['Dana Cole', 'Mei Tanaka', 'Omar Haddad'])
  // The plot is only for the eye.
  await expect(reports.card('By day').locator('[aria-hidden=true] :is(button, a, [tabindex])')).toHaveCount(0)
}

async function pointedAt(stage: Stage) {
  const { page, clinic, look } = stage
  makeBusy(clinic)
  const reports = await open(stage)
  const days = reports.card('By day')
  await days.getByText('Oct 5', { exact: true }).locator('xpath=..').hover()
  await expect(days).toContainText(/Mon, Oct 5: \d+ in, \d+ out/)
  await look()
  await page.mouse.move(0, 0)
  await expect(days).not.toContainText('Mon, Oct 5')
}

async function reached(stage: Stage) {
  const { page, clinic, come } = stage
  makeBusy(clinic)
  await come('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Reports' }).click()
  await expect(main.getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page')
  await expect(reportsPage(page).tile('Unanswered now')).toBeVisible()
}

async function approached({ page, come }: Stage) {
  await come('/')
  const loaded = page.waitForRequest(/\/reports-page-/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).hover()
  await loaded
}

async function inFrame(stage: Stage) {
  const { page, come } = stage
  await page.setViewportSize({ width: 900, height: 700 })
  await come(`/teams-app${OCTOBER}`)
  const reports = reportsPage(page)
  await expect(reports.facts).toContainText('Days and hours')
  const [period, settings] = [await reports.period.boundingBox(), await reports.settings.boundingBox()]
  expect(Math.abs((period?.y ?? 0) - (settings?.y ?? 0))).toBeLessThan(4)
  expect(settings?.x).toBeGreaterThan(period?.x ?? Infinity)
}

async function reachedInTeams(stage: Stage) {
  const { page, clinic, come, look } = stage
  makeBusy(clinic)
  const surface = SURFACES['in Teams']
  const app = await come(`${surface.address}?theme=dark`)
  await openMainMenu(app, surface)
  await page.getByRole('menuitem', { name: 'Reports' }).click()
  const reports = reportsPage(page)
  await expect(reports.tile('Texts in')).toBeVisible()
  await look()
  await reports.period.selectOption('Last month')
  await expect.poll(() => new URL(page.url()).search).toBe('?period=last-month&theme=dark')
  await reports.main.getByRole('button', { name: 'Back to chats' }).click()
  await expect(page.getByRole('main', { name: 'Chats' })).toBeVisible()
}

async function counting(stage: Stage) {
  const { page, clinic, update } = stage
  await page.clock.install()
  makeBusy(clinic)
  clinic.report.daysMissing = 12
  const reports = await open(stage)
  await expect(reports.main.getByRole('status')).toHaveText('12 days are still being counted. The figures will grow.')
  await expectUsable(stage)
  const before = await sent(page, 'reports.get')
  clinic.report.daysMissing = 1
  await update()
  await page.clock.runFor(10_000)
  await expect(reports.main.getByRole('status')).toHaveText('1 day is still being counted. The figures will grow.')
  clinic.report.daysMissing = 0
  await update()
  await page.clock.runFor(10_000)
  await expect(reports.main.getByText('being counted')).toBeHidden()
  const after = await sent(page, 'reports.get')
  expect(after.length).toBe(before.length + 2)
  await page.clock.runFor(30_000)
  await expect.poll(() => sent(page, 'reports.get')).toHaveLength(after.length)
}

async function onPhone(stage: Stage) {
  const { clinic, look } = stage
  makeLarge(clinic)
  const reports = await open(stage)
  await expect(reports.table('When people text you').getByRole('row')).toHaveCount(25)
  const people = reports.table('By person')
  await expect(people.getByRole('columnheader')).toHaveText(['Person', 'Texts out'])
  await reports.card('By person').getByRole('combobox', { name: 'Figure' }).selectOption('First answer')
  await expect(people.getByRole('columnheader')).toHaveText(['Person', 'First answer'])
  await expect(reports.head('By person', 'First answer')).toHaveAttribute('aria-sort', 'descending')
  await expect(people.getByRole('row', { name: LONG_NAME })).toHaveCount(0)
  await look()
  await reports.card('By day').getByText('Oct 1', { exact: true }).locator('xpath=..').tap()
  await expect(reports.card('By day')).toContainText(/Thu, Oct 1: [\d,]+ in, [\d,]+ out/)
}
