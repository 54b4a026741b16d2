import type { DiagnosticsCheck, DiagnosticsCheckId, DiagnosticsReport, NumberId } from '@partyline/contract'
import { DIAGNOSTICS_CHECKS, DIAGNOSTICS_FIXES } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl, sandboxUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { answer, hold, lose, refuse } from '../pages/network.ts'
import { inTheme } from '../pages/schemes.ts'
import { changeAtTwilio, orderAccountFaults } from '../pages/twilio-account.ts'
import { expect, test } from '../test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The diagnostics page. */
const diagnosticsOn = (page: Page) => ({
  run: page.getByRole('button', { name: 'Check again' }),
  verdict: (words: string) =>
    page.getByRole('region', { name: 'Diagnostics', exact: true }).getByText(words, { exact: true }),
  group: (title: string) => page.getByRole('region', { name: title, exact: true }),
  /** The row of a check, or of a line. */
  row: (group: string, title: string) =>
    page.getByRole('list', { name: group, exact: true }).getByRole('listitem').filter({ hasText: title }).first(),
})

test.afterEach(() => orderAccountFaults({}))

test('a line with a wrong webhook is found, and fixed by keyboard', async ({ openBrowser }) => {
  await changeAtTwilio('Front desk', { SmsUrl: 'https://old.example/sms' })
  const page = await openBrowser()
  await openAdmin(page, '/admin')
  const link = page.getByRole('link', { name: 'Diagnostics' })
  await moveTo(page, link)
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Diagnostics \| /)
  const { verdict, row, run } = diagnosticsOn(page)
  await expect(verdict('Something does not work')).toBeVisible()
  const frontDesk = row('Numbers', 'Front desk')
  await expect(frontDesk).toContainText('Address for texts Failed')
  await expect(frontDesk).toContainText('Texts to it go to https://old.example/sms.')
  await expect(frontDesk).toContainText('What to do: Point the number to Partyline.')
  await moveTo(page, frontDesk.getByRole('button', { name: 'Point it to Partyline: Front desk' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Point it to Partyline' })
  await expect(dialog).toContainText('Texts to it go to https://old.example/sms.')
  await moveTo(page, dialog.getByRole('button', { name: 'Point it to Partyline' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(frontDesk).toContainText(
    'Passed: Belongs to the account, Can text, Can send pictures, Address for texts',
  )
  await expect(verdict('Something does not work')).toBeHidden()
  await expect(run).toBeFocused()
})

test('a suspended account is reported, and passes after Twilio has reactivated it', async ({ openBrowser }) => {
  await orderAccountFaults({ accountSuspended: {} })
  const page = await openBrowser()
  await openAdmin(page, '/admin/diagnostics')
  const { verdict, row, run } = diagnosticsOn(page)
  const state = row('Twilio account', 'State of the account')
  await expect(verdict('Something does not work')).toBeVisible()
  await expect(state).toContainText('Failed')
  await expect(state).toContainText('Most often the balance is used up or a payment failed.')
  await orderAccountFaults({})
  await moveTo(page, run)
  await page.keyboard.press('Enter')
  await expect(state).toContainText('The account is active.')
  await expect(verdict('Something does not work')).toBeHidden()
})

test('a network that blocks WebSockets is distinguished from one that blocks everything', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  await openAdmin(page, '/admin/diagnostics')
  const { row, run } = diagnosticsOn(page)
  const live = row('This browser', 'Live connection')
  await expect(live).toContainText('New messages appear right away.')
  await page.routeWebSocket(/\/chathub/, (socket) => socket.close())
  await run.click()
  await expect(live).toContainText('something in between blocks WebSockets')
  const undo = await lose(page, /chathub/)
  await run.click()
  await expect(live).toContainText('Failed')
  await expect(live).toContainText('Let the proxy pass /chathub to the server')
  await undo()
  forgive(complaints, /chathub|realtime connection/)
})

/** A check, as reported by the server. */
function check(id: DiagnosticsCheckId, told: Partial<DiagnosticsCheck>): DiagnosticsCheck {
  const { title } = DIAGNOSTICS_CHECKS[id]
  return { id, title, number: null, state: 'passed', found: 'All is well.', advice: null, fix: null, ...told }
}
const fixBy = (kind: keyof typeof DIAGNOSTICS_FIXES) => ({ kind, label: DIAGNOSTICS_FIXES[kind] })
const NUMBER = { id: '019a0000-0000-7000-8000-000000000001' as NumberId, number: '+12025550100', name: 'Front desk' }
const ADVICE = 'Do this, and then that.'
const EVERYTHING: DiagnosticsReport = {
  at: '2026-11-20T14:00:00.000Z',
  checks: [
    check('credentials', { state: 'failed', advice: ADVICE, fix: fixBy('enterAccount') }),
    check('accountStatus', { state: 'skipped' }),
    check('numbersInUse', { state: 'failed', advice: ADVICE, fix: fixBy('openNumbers') }),
    check('numberSms', { number: NUMBER }),
    check('numberInAccount', { number: NUMBER, state: 'failed', advice: ADVICE, fix: fixBy('refreshNumbers') }),
    check('numberWebhook', { number: NUMBER, state: 'failed', advice: ADVICE, fix: fixBy('useNumber') }),
    check('publicAddress', { state: 'warning', found: `https://${'long'.repeat(30)}.example is one.`, advice: ADVICE }),
    check('consent', { state: 'failed', advice: ADVICE, fix: fixBy('consent') }),
  ],
}
/** Answers with this report in place of the server. */
const report = (page: Page, data: DiagnosticsReport) =>
  answer(page, 'diagnostics.run', (route) =>
    route.fulfill({ json: { operation: 'diagnostics.run', message: null, details: null, data } }),
  )

test('every button leads to the fix', async ({ openBrowser }) => {
  const page = await openBrowser()
  await report(page, EVERYTHING)
  const { dialog } = await openAdmin(page, '/admin/diagnostics')
  await page.getByRole('button', { name: 'Enter the account' }).click()
  await expect(dialog('Twilio Configuration')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Update info from Twilio: Front desk' }).click()
  await dialog('Update info from Twilio').getByRole('button', { name: 'Update', exact: true }).click()
  await expect(dialog('Update info from Twilio')).toBeHidden()
  await page.getByRole('button', { name: 'Choose numbers' }).click()
  await expect(page.getByRole('list', { name: 'Twilio numbers' })).toBeVisible()
  await page.goto(`${appUrl()}/admin/doctor`)
  await page.getByRole('button', { name: 'Consent', exact: true }).click()
  await expect(page).toHaveURL((url) => url.origin === sandboxUrl() && url.pathname.endsWith('/adminconsent'))
})

test('a page loaded before an update of the server shows unknown checks', async ({ openBrowser }) => {
  const newer = { ...check('clock', {}), id: 'newCheck', title: 'New check', state: 'degraded' }
  const page = await openBrowser()
  await report(page, { ...EVERYTHING, checks: [...EVERYTHING.checks, newer] } as DiagnosticsReport)
  await openAdmin(page, '/admin/diagnostics')
  await expect(diagnosticsOn(page).row('Other checks', 'New check')).toContainText('All is well.')
  await expect(diagnosticsOn(page).row('Twilio account', 'Account SID')).toBeVisible()
})

for (const scheme of ['light', 'dark', 'contrast', 'forced'] as const) {
  test(`at 390 px every state fits and is accessible in ${scheme}`, async ({ openBrowser }) => {
    const page = await openBrowser({ ...PHONE, reducedMotion: 'reduce' })
    await report(page, EVERYTHING)
    await openAdmin(page, '/admin/diagnostics')
    await inTheme({ page, frame: page }, scheme)
    await expect(diagnosticsOn(page).verdict('Something does not work')).toBeVisible()
    for (const words of ['Failed', 'Warning', 'Not checked', 'Passed']) {
      await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
    }
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await faultsOf(page)).toEqual([])
  })
}

test('running checks have placeholders; a failed run shows an error and can be retried', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const accept = await refuse(page, 'diagnostics.run', 404)
  const release = await hold(page, 'diagnostics.run')
  await openAdmin(page, '/admin/diagnostics')
  const { group, run, verdict } = diagnosticsOn(page)
  await expect(group('Diagnostics').locator('[aria-busy=true]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await release()
  await expect(page.getByText('Diagnostics couldn’t be run')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await accept()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(group('Twilio account')).toBeVisible()
  await refuse(page, 'diagnostics.run', 404)
  await run.click()
  await expect(group('Diagnostics').getByRole('alert')).toHaveText(
    'Diagnostics couldn’t be run again. These results are older.',
  )
  await expect(verdict('Working, with warnings')).toBeVisible()
  forgive(complaints, /the server responded with a status of 404/)
})
