import { DIAGNOSTICS_FIXES } from '@partyline/contract'
import { check } from '@partyline/web/looks'
import { moveTo } from '../pages/keyboard.ts'
import { hold, refuse, sent } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'
import { expectUsable } from './sizes.ts'

test('Diagnostics: every state', ({ stage }) => everyState(stage))
test('Diagnostics: nothing is wrong, but something was not tried', ({ stage }) => untried(stage))
test('Diagnostics: every button leads to the fix', ({ stage }) => fixes(stage))
test('Diagnostics: a failed check passes when it is run again', ({ stage }) => runAgain(stage))
test('Diagnostics: loading, and failed', ({ stage }) => failed(stage))

const ADVICE = 'Do this, and then that.'
const fixBy = (kind: keyof typeof DIAGNOSTICS_FIXES) => ({ kind, label: DIAGNOSTICS_FIXES[kind] })

async function open({ page, come }: Stage) {
  await come('/admin/diagnostics')
  const group = (title: string) => page.getByRole('region', { name: title, exact: true })
  return {
    group,
    run: page.getByRole('button', { name: 'Check again' }),
    verdict: (words: string) => group('Diagnostics').getByText(words, { exact: true }),
  }
}

/** A report with every state and fix. */
function reportEverything({ clinic }: Stage) {
  const number = clinic.lines[0]!
  const failed = { state: 'failed', advice: ADVICE } as const
  clinic.checks = [
    check('credentials', { ...failed, fix: fixBy('enterAccount') }),
    check('accountStatus', { state: 'skipped' }),
    check('numbersInUse', { ...failed, fix: fixBy('openNumbers') }),
    check('numberSms', { number }),
    check('numberInAccount', { ...failed, number, fix: fixBy('refreshNumbers') }),
    check('numberWebhook', { ...failed, number, fix: fixBy('useNumber') }),
    check('publicAddress', { state: 'warning', found: `https://${'long'.repeat(30)}.example is one.`, advice: ADVICE }),
    check('consent', { ...failed, fix: fixBy('consent') }),
  ]
}

async function everyState(stage: Stage) {
  reportEverything(stage)
  const { verdict } = await open(stage)
  await expect(verdict('Something does not work')).toBeVisible()
  for (const words of ['Failed', 'Warning', 'Not tried', 'Passed']) {
    await expect(stage.page.getByText(words, { exact: true }).first()).toBeVisible()
  }
  await expectUsable(stage)
}

async function untried(stage: Stage) {
  const { clinic, page, update } = stage
  clinic.checks = [check('credentials'), check('inbound', { state: 'skipped', found: 'No phone has texted.' })]
  const { run, verdict, group } = await open(stage)
  await expect(verdict('No problem found, but not everything was tried')).toBeVisible()
  await expect(group('Diagnostics')).toContainText('1 not tried')
  await expect(group('Texts')).toContainText('Not tried')
  await expectUsable(stage)
  clinic.checks = [check('credentials'), check('inbound')]
  await update()
  await run.click()
  await expect(verdict('Everything works')).toBeVisible()
  await expect(page.getByText('Not tried')).toHaveCount(0)
}

async function fixes(stage: Stage) {
  const { page } = stage
  reportEverything(stage)
  await open(stage)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.getByRole('button', { name: 'Enter the account' }).click()
  await dialog('Twilio Configuration').getByLabel('Token').fill('0123456789abcdef0123456789abcdef')
  await page.keyboard.press('Enter')
  await expect(dialog('Twilio Configuration')).toBeHidden()
  await expect.poll(async () => (await sent(page, 'diagnostics.run')).length).toBe(2)
  await expect(page.getByRole('button', { name: 'Check again' })).toBeFocused()
  await page.getByRole('button', { name: 'Update info from Twilio: Front desk' }).click()
  await dialog('Update info from Twilio').getByRole('button', { name: 'Update', exact: true }).click()
  await expect(dialog('Update info from Twilio')).toBeHidden()
  await page.getByRole('button', { name: 'Choose numbers' }).click()
  await expect(page.getByRole('list', { name: 'Twilio numbers' })).toBeVisible()
  await page.getByRole('link', { name: 'Diagnostics' }).click()
  // The page stays where it is.
  await page.route('https://login.microsoftonline.com/', (route) => route.fulfill({ status: 204 }))
  const leaving = page.waitForRequest('https://login.microsoftonline.com/')
  await page.getByRole('button', { name: 'Consent', exact: true }).click()
  await leaving
}

async function runAgain(stage: Stage) {
  const { page, clinic, update } = stage
  clinic.checks = [check('accountStatus', { state: 'failed', found: 'Twilio has suspended it.', advice: ADVICE })]
  const { run, verdict, group } = await open(stage)
  await expect(verdict('Something does not work')).toBeVisible()
  await expect(group('Twilio account').getByRole('listitem')).toHaveText(
    `State of the account FailedTwilio has suspended it.What to do: ${ADVICE}`,
  )
  clinic.checks = [check('accountStatus', { found: 'The account is active.' })]
  await update()
  await moveTo(page, run)
  await page.keyboard.press('Enter')
  await expect(group('Twilio account')).toContainText('The account is active.')
  await expect(verdict('Something does not work')).toBeHidden()
  await expect(verdict('Everything works')).toBeVisible()
}

async function failed(stage: Stage) {
  const { page, clinic, look } = stage
  clinic.checks = [check('clock', { state: 'warning', advice: ADVICE })]
  const allow = await refuse(page, 'diagnostics.run')
  const letGo = await hold(page, 'diagnostics.run')
  const { group, run, verdict } = await open(stage)
  await expect(group('Diagnostics').locator('[aria-busy=true]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeVisible()
  await letGo()
  await expect(page.getByText('Diagnostics couldn’t be run')).toBeVisible()
  await look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(group('Our address')).toBeVisible()
  await refuse(page, 'diagnostics.run')
  await run.click()
  await expect(group('Diagnostics').getByRole('alert')).toHaveText(
    'Diagnostics couldn’t be run again. These results are older.',
  )
  await expect(verdict('Working, with warnings')).toBeVisible()
}
