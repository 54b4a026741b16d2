import { readFile } from 'node:fs/promises'
import { signIn as driverSignIn } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { reportsPage } from '../pages/reports-page.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('an Admin reads how fast the team answers, sets a goal, and takes a table along', async ({ openBrowser }) => {
  const contact = { name: 'Rhea Lund', number: '+12025553371' }
  const { id: chatId } = await arrangeChat({ name: contact.name, contact })
  const dana = await driverSignIn(appUrl(), DANA)
  const form = new FormData()
  form.set('Message', 'See you at nine.')
  await dana.get('messages.send', { params: { chatId }, form })

  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  await page.getByRole('link', { name: 'Reports' }).click()
  const reports = reportsPage(page)
  await expect(reports.title).toHaveText('Reports')
  const own = reports.table('By person').getByRole('row', { name: /^Dana Cole/ })
  await expect(own).toBeVisible()

  await reports.settings.click()
  const modal = page.getByRole('dialog', { name: 'Report settings' })
  await modal.getByRole('combobox', { name: 'Goal for answers' }).click()
  await page.getByRole('option', { name: 'Within 1 h' }).click()
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toBeHidden()
  await expect(reports.tile('Within goal')).toContainText(/1\sh/)

  const started = page.waitForEvent('download')
  await reports.csv('By person').click()
  const saved = test.info().outputPath('people.csv')
  await (await started).saveAs(saved)
  expect(await readFile(saved, 'utf8')).toContain('"Dana Cole"')

  await reports.period.selectOption('Last 7 days')
  await expect(page).toHaveURL(/\/reports\?period=7-days$/)
  await page.reload()
  await expect(own).toBeVisible()
})

test('a User reads their own figures only', async ({ openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, 'Omar Haddad')
  await page.getByRole('link', { name: 'Reports' }).click()
  const reports = reportsPage(page)
  await expect(reports.title).toHaveText('Your figures')
  await expect(reports.card('By person')).toBeHidden()
  await expect(reports.settings).toBeHidden()
})
