import type { Locator } from '@playwright/test'
import { expectWrong, formKeys } from '../pages/form-keys.ts'
import { reportsPage } from '../pages/reports-page.ts'
import { hold, REASON, refuse, sent } from './calls.ts'
import { expect, expectKept, test } from './look.ts'
import type { Stage } from './look.ts'
import { makeBusy, OCTOBER } from './report-samples.ts'
import { expectUsable } from './sizes.ts'

test('Report period: the usual ones', ({ stage }) => periods(stage))
test('Report period: two days', ({ stage }) => twoDays(stage))
test('Report period: today is the tenant’s', ({ stage }) => zone(stage))
test('Report settings: saved by keyboard', ({ stage }) => saved(stage))
test('Report settings: discarded', ({ stage }) => discarded(stage))

const parameters = ({ page }: Stage) => new URL(page.url()).search
const lastAsked = async ({ page }: Stage) => (await sent(page, 'reports.get')).at(-1)?.query

async function periods(stage: Stage) {
  const { page, clinic, come, look } = stage
  makeBusy(clinic)
  await come('/reports?period=7-days')
  const reports = reportsPage(page)
  await expect(reports.period).toHaveValue('7-days')
  await expect(reports.tile('Texts in')).toBeVisible()
  const release = await hold(page, 'reports.get')
  await reports.period.selectOption('Last month')
  // The report before stays on screen while the next one loads.
  await expect(reports.main.locator('[aria-busy=true]')).toBeVisible()
  await expect(reports.tile('Texts in')).toBeVisible()
  await look()
  await release()
  await expect(reports.main.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /^Report of \w+ 1 – \d+, \d{4}$/ })).toHaveCount(1)
  expect(parameters(stage)).toBe('?period=last-month')
  for (const [name, query] of [
    ['Today', '?period=today'],
    ['Yesterday', '?period=yesterday'],
    ['This week', '?period=this-week'],
    ['This month', '?period=this-month'],
    ['Last 12 months', '?period=12-months'],
    ['Last 7 days', '?period=7-days'],
    ['Last 30 days', ''],
  ] as const) {
    await reports.period.selectOption(name)
    await expect.poll(() => parameters(stage)).toBe(query)
    await expect(reports.main.locator('[aria-busy=true]')).toHaveCount(0)
  }
}

async function twoDays(stage: Stage) {
  const { page, clinic, come } = stage
  makeBusy(clinic)
  await come('/reports')
  const reports = reportsPage(page)
  await expect(reports.tile('Texts in')).toBeVisible()
  await reports.period.selectOption('Custom range')
  expect(parameters(stage)).toBe('')
  await reports.from.fill('2026-10-31')
  await reports.to.fill('2026-10-01')
  await reports.show.click()
  await expectWrong(reports.to, 'The last day is before the first day. Choose a later one.', '2026-10-01')
  // In one row, although only one has an error below.
  const middleOf = async (element: Locator) => {
    const box = await element.boundingBox()
    return box && box.y + box.height / 2
  }
  const middle = await middleOf(reports.to)
  expect(middle).not.toBeNull()
  await expect.poll(() => Promise.all([reports.from, reports.show].map(middleOf))).toEqual([middle, middle])
  await expectUsable(stage)
  await reports.from.fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expectWrong(reports.from, 'A report covers at most 366 days. Choose a shorter period.', '2020-01-01')
  await reports.from.fill('')
  await page.keyboard.press('Enter')
  await expectWrong(reports.from, 'Choose a day, such as 2026-11-30.', '')
  await reports.from.fill('2026-09-01')
  await page.keyboard.press('Enter')
  await expect.poll(() => parameters(stage)).toBe('?from=2026-09-01&to=2026-10-01')
  await expect(reports.facts).toContainText('Sep 1 – Oct 1, 2026')
  await expect(reports.main.getByRole('alert')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
  await expect(reports.period).toHaveValue('30-days')
  await expect(reports.from).toBeHidden()
}

async function zone(stage: Stage) {
  const { page, clinic, come } = stage
  makeBusy(clinic)
  // At every moment, one of the two has another day than the browser.
  clinic.report.settings.timeZone = 'Pacific/Kiritimati'
  await come('/reports?period=7-days')
  await expect(reportsPage(page).tile('Texts in')).toBeVisible()
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  await expect.poll(() => lastAsked(stage)).toMatchObject({ to: dayIn('Pacific/Kiritimati') })
  clinic.report.settings.timeZone = 'Pacific/Pago_Pago'
  await stage.update()
  await reportsPage(page).period.selectOption('Last 30 days')
  await expect.poll(() => lastAsked(stage)).toMatchObject({ to: dayIn('Pacific/Pago_Pago') })
}

/** Expects the field to keep a text that is no time zone's name, with the error. */
async function expectUnknown(field: Locator, written: string) {
  await expect(field).not.toBeFocused()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toHaveValue(written)
  await expect(field).toHaveAccessibleDescription('Choose a time zone from the list.')
}

async function saved(stage: Stage) {
  const { page, clinic, come } = stage
  makeBusy(clinic)
  await come(OCTOBER)
  const reports = reportsPage(page)
  const keys = formKeys(page)
  await keys.press(reports.settings)
  const dialog = page.getByRole('dialog', { name: 'Report settings' })
  const goal = dialog.getByRole('combobox', { name: 'Goal for answers' })
  const timeZone = dialog.getByRole('combobox', { name: 'Time zone' })
  await expect(goal).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Within 1 h', exact: true }).click()
  await expect(dialog).toContainText('Days are those of this time zone.')
  await keys.write(timeZone, 'eastern')
  await expect(page.getByRole('option').first()).toHaveText('America/New York')
  await expect(page.getByRole('option', { name: 'America/Chicago', exact: true })).toHaveCount(0)
  await keys.write(timeZone, 'chicago')
  await expect(page.getByRole('option')).toHaveText(['America/Chicago'])
  // Neither a click elsewhere nor Tab chooses an option that was only suggested.
  await dialog.getByRole('heading', { name: 'Report settings' }).click()
  await expectUnknown(timeZone, 'chicago')
  await keys.write(timeZone, 'america/ch')
  await expect(page.getByRole('option', { name: 'America/Chicago' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expectUnknown(timeZone, 'america/ch')
  await keys.press(dialog.getByRole('button', { name: 'Save' }))
  await expect(timeZone).toBeFocused()
  expect(await sent(page, 'reports.update')).toEqual([])
  await keys.write(timeZone, 'america/ch')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(timeZone).toHaveValue('America/Chihuahua')
  await keys.write(timeZone, 'paris')
  await page.keyboard.press('Escape')
  await expect(timeZone).toHaveValue('America/Chihuahua')
  await keys.write(timeZone, 'AMERICA/CHICAGO')
  await page.keyboard.press('Tab')
  await expect(timeZone).toHaveValue('America/Chicago')
  await expect(timeZone).not.toHaveAttribute('aria-invalid', 'true')
  await expect(dialog).toContainText('All days will be counted again in the new time zone.')
  await expectUsable(stage)
  const undo = await refuse(page, 'reports.update')
  const save = dialog.getByRole('button', { name: 'Save' })
  await keys.press(save)
  await expect(dialog.getByRole('alert')).toContainText(REASON)
  await undo()
  const release = await hold(page, 'reports.update')
  await keys.press(save)
  await expectKept(stage, dialog, 'Saving…')
  clinic.report.settings.goalMinutes = 60
  await release()
  await expect(dialog).toBeHidden()
  await expect(reports.settings).toBeFocused()
  await expect(reports.tile('Within goal')).toContainText(/1\sh/)
  expect((await sent(page, 'reports.update')).at(-1)?.body).toEqual({
    goalMinutes: 60,
    timeZone: 'America/Chicago',
    seen: { goalMinutes: 15, timeZone: 'America/New_York' },
  })
}

async function discarded(stage: Stage) {
  const { page, clinic, come } = stage
  makeBusy(clinic)
  await come(OCTOBER)
  const reports = reportsPage(page)
  await reports.settings.click()
  const dialog = page.getByRole('dialog', { name: 'Report settings' })
  await dialog.getByRole('combobox', { name: 'Goal for answers' }).click()
  await page.getByRole('option', { name: 'No goal' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(reports.tile('Within goal')).toContainText(/15\smin/)
  expect(await sent(page, 'reports.update')).toEqual([])
}
