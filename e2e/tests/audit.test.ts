import type { AuditEntry } from '@partyline/contract'
import { AUDIT_KINDS, PAGE } from '@partyline/contract'
import { signIn as signInToApi } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { answer, hold, refuse, wholeAnswer } from '../pages/network.ts'
import { expect, test } from '../test.ts'

/** The audit log on the page. */
const logOf = (page: Page) => {
  const card = page.getByRole('region', { name: 'Audit log' })
  return {
    card,
    entries: card.getByRole('list', { name: 'Audit log' }).getByRole('listitem'),
    who: card.getByRole('combobox', { name: 'Who' }),
    what: card.getByRole('combobox', { name: 'What' }),
    more: card.getByRole('button', { name: 'Show more' }),
  }
}

test('an Admin reads and searches the audit log by keyboard', async ({ openBrowser }) => {
  const dana = await signInToApi(appUrl(), DANA)
  const [added] = await dana.get('numbers.addMobile', { body: { name: 'Harriet Lund', number: '+12025550971' } })
  const params = { numberId: added?.id ?? '' }
  await dana.get('settings.updateMobileNumber', { params, body: { name: 'Harriet Lund-Bay', disabled: true } })
  await dana.get('settings.deleteMobileNumber', { params })

  const page = await openBrowser()
  await openAdmin(page, '/admin')
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Log \| /)
  const { entries, who, what, card } = logOf(page)
  await what.click()
  await page.getByRole('option', { name: AUDIT_KINDS.contactChanged }).click()
  const changed = entries.filter({ hasText: 'Changed a contact · Harriet Lund' })
  await expect(changed).toContainText('Name: Harriet Lund-Bay (before: Harriet Lund)')
  await expect(changed).toContainText('State: Disabled (before: Enabled)')
  await expect(changed).toContainText('Dana Cole')
  await expect(entries.filter({ hasNotText: 'Changed a contact' })).toHaveCount(0)
  await moveTo(page, who)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Mei Tanaka' }).waitFor()
  await page.keyboard.type('mei')
  await page.keyboard.press('Enter')
  await expect(who).toHaveText('Mei Tanaka')
  await expect(card.getByText('No results')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
})

test('a User is told to ask an administrator', async ({ openBrowser }) => {
  const page = await openBrowser()
  await openAdmin(page, '/admin')
  await answer(page, 'users.me', async (route) => {
    const { body } = await wholeAnswer<object>(route)
    await route.fulfill({ json: { ...body, data: { ...body.data, role: 'User' } } })
  })
  await page.goto(`${appUrl()}/admin/log`)
  await expect(page.getByRole('heading', { name: 'Only administrators can open this page' })).toBeVisible()
})

function entry(index: number): AuditEntry {
  const id = `019a0000-0000-7000-8000-${String(1_000 - index).padStart(12, '0')}` as AuditEntry['id']
  const subject = `+1202555${String(1_000 + index)}`
  return { id, at: '2026-11-20T09:00:00.000Z', by: null, kind: 'optedOut', subject, changes: [] }
}
const answerWith = (data: AuditEntry[]) => ({
  json: { operation: 'settings.audit', message: null, details: null, data },
})

test('the log shows placeholders while loading, and messages if it is empty or failed', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const accept = await refuse(page, 'settings.audit', 404)
  const release = await hold(page, 'settings.audit')
  await openAdmin(page, '/admin/log')
  const { card } = logOf(page)
  await expect(card.locator('[aria-busy=true]')).toBeVisible()
  await release()
  await expect(card.getByText('The audit log couldn’t be loaded')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await accept()
  await answer(page, 'settings.audit', (route) => route.fulfill(answerWith([])))
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByText('No entries yet')).toBeVisible()
  forgive(complaints, /the server responded with a status of 404/)
})

test('more entries are loaded on demand, with a retry after a failure', async ({ openBrowser, complaints }) => {
  const page = await openBrowser()
  let isAway = true
  await answer(page, 'settings.audit', (route) => {
    const before = new URL(route.request().url()).searchParams.get('before')
    if (!before) return route.fulfill(answerWith(Array.from({ length: PAGE.auditEntries }, (_, index) => entry(index))))
    expect(before).toBe(entry(PAGE.auditEntries - 1).id)
    return isAway ? route.fulfill({ status: 404, json: {} }) : route.fulfill(answerWith([entry(PAGE.auditEntries)]))
  })
  await openAdmin(page, '/admin/log')
  const { card, entries, more } = logOf(page)
  await expect(entries).toHaveCount(PAGE.auditEntries)
  await expect(entries.first()).toContainText('Wants no more texts · (202) 555-1000')
  await expect(entries.first()).toContainText('The contact')
  await moveTo(page, more)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toHaveText('More couldn’t be loaded. Please try again.')
  forgive(complaints, /the server responded with a status of 404/)
  isAway = false
  await page.keyboard.press('Enter')
  await expect(entries).toHaveCount(PAGE.auditEntries + 1)
  await expect(more).toBeHidden()
})
