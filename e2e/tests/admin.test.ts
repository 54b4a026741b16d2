import { AUDIT_KINDS } from '@partyline/contract'
import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { discard } from '../pages/discard.ts'
import { moveTo } from '../pages/keyboard.ts'
import { accountAtTwilio } from '../pages/twilio-account.ts'
import { expect, test } from '../test.ts'

/** The browser's console error for a response that the test causes. */
const REFUSALS = /the server responded with a status of (400|409)/

test('the organization’s settings are stored, and countries that are not allowed are refused', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const { section, dialog, choose } = await openAdmin(page, '/admin')
  const card = section('Organization')
  const save = card.getByRole('button', { name: 'Save' })
  const name = card.getByRole('textbox', { name: 'Name' })
  const signature = card.getByRole('switch', { name: 'Sign texts with the sender’s name' })
  const assigns = card.getByRole('switch', { name: 'Assign a chat to whoever replies first' })
  const everyone = card.getByRole('switch', { name: 'Let everyone edit shared snippets, not only Admins' })
  const countries = card.getByRole('toolbar', { name: 'Countries that are allowed' })
  await expect(assigns).toBeChecked()
  await expect(everyone).toBeChecked()
  await name.fill('Lakeside Clinic West')
  await signature.check()
  await assigns.uncheck()
  await everyone.uncheck()
  await card.getByRole('radio', { name: 'Only these' }).check()
  await expect(countries).toContainText('United States')
  await choose('Default country', 'Germany')
  await save.click()
  await expect(save).toBeDisabled()

  const hours = section('Opening hours')
  await hours.getByRole('button', { name: 'Add holiday' }).click()
  await hours.getByRole('textbox', { name: 'Name' }).fill('Thanksgiving')
  await hours.getByRole('button', { name: 'Save' }).click()
  await expect(hours.getByRole('button', { name: 'Save' })).toBeDisabled()

  await page.reload()
  await expect(name).toHaveValue('Lakeside Clinic West')
  await expect(signature).toBeChecked()
  await expect(assigns).not.toBeChecked()
  await expect(everyone).not.toBeChecked()
  await expect(countries).toContainText('United States')
  await expect(card.getByRole('combobox', { name: 'Default country' })).toHaveText('Germany')
  await expect(hours.getByRole('textbox', { name: 'Name' })).toHaveValue('Thanksgiving')

  await page.getByRole('link', { name: 'Contact settings' }).click()
  await section('Mobile numbers').getByRole('button', { name: 'Add contact' }).click()
  const add = dialog('Add mobile number')
  await add.getByRole('textbox', { name: 'Number' }).fill('030 2325000')
  await add.getByRole('textbox', { name: 'Name' }).fill('Ann')
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(add.getByRole('alert')).toContainText('Texts to Germany are not allowed.')
  forgive(complaints, REFUSALS)

  const dana = await signInToApi(appUrl(), DANA)
  const before = { addSignature: false, assignOnReply: true, sharedSnippets: 'everyone', hours: null }
  const body = { ...before, name: 'Lakeside Clinic', defaultCountry: 'US', allowedCountries: null }
  await dana.get('settings.updateTenant', { body })
})

test('a user is added from the directory, changed, and disabled; the last Admin is kept', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const { section, dialog, row, choose } = await openAdmin(page, '/admin/people')
  await section('People').getByRole('button', { name: 'Add user' }).click()
  const add = dialog('Add User')
  await add.getByRole('combobox', { name: 'Name' }).pressSequentially('ruth')
  await page.getByRole('option', { name: 'Ruth Alvarez' }).click()
  await choose('Role', 'User')
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(row('People', 'Ruth Alvarez')).toContainText('Enabled')

  await page.getByRole('button', { name: 'Edit Ruth Alvarez' }).click()
  const edit = dialog('Edit User')
  await expect(edit.getByRole('textbox', { name: 'User ID' })).toHaveAttribute('readonly')
  await choose('Role', 'Admin')
  await edit.getByRole('switch', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row('People', 'Ruth Alvarez')).toContainText('Disabled')
  await expect(row('People', 'Ruth Alvarez')).toContainText('Admin')

  await page.getByRole('button', { name: 'Edit Dana Cole' }).click()
  await edit.getByRole('switch', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByRole('alert')).toContainText('Unable to complete operation')
  forgive(complaints, REFUSALS)
  await discard(page, edit)
  await expect(edit).toBeHidden()
  await expect(row('People', 'Dana Cole')).toContainText('Enabled')
})

test('a contact is added by keyboard, found, disabled, and deleted, and the log has it', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const { section, dialog, row, choose } = await openAdmin(page, '/admin/contacts')
  const card = section('Mobile numbers')
  await moveTo(page, card.getByRole('button', { name: 'Add contact' }))
  await page.keyboard.press('Enter')
  const add = dialog('Add mobile number')
  await expect(add.getByRole('textbox', { name: 'Number' })).toBeFocused()
  await page.keyboard.type('12')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Walter Quist')
  await page.keyboard.press('Enter')
  await expect(add.getByRole('alert')).toContainText('Number should be a valid phone number.')
  await add.getByRole('textbox', { name: 'Number' }).fill('(202) 555-0155')
  await page.keyboard.press('Enter')
  await expect(add).toBeHidden()
  await expect(card.getByRole('button', { name: 'Add contact' })).toBeFocused()
  forgive(complaints, REFUSALS)

  await card.getByRole('searchbox').fill('555 0155')
  await expect(row('Mobile numbers', 'Walter Quist')).toContainText('(202) 555-0155')
  await page.getByRole('button', { name: 'Edit Walter Quist' }).click()
  const edit = dialog('Edit mobile number')
  await edit.getByRole('textbox', { name: 'Name' }).fill('Walter Quist senior')
  await edit.getByRole('switch', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(card.getByText('No results')).toBeVisible()
  await choose('Show', 'Disabled')
  await expect(row('Mobile numbers', 'Walter Quist senior')).toContainText('Disabled')

  await page.getByRole('button', { name: 'Edit Walter Quist senior' }).click()
  await edit.getByRole('button', { name: 'Delete' }).click()
  const confirmation = dialog('Delete Number')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation).toBeHidden()
  await expect(edit).toBeHidden()
  await expect(card.getByText('No results')).toBeVisible()

  await page.getByRole('link', { name: 'Log', exact: true }).click()
  const log = section('Audit log')
  await choose('What', AUDIT_KINDS.contactChanged)
  const entries = log.getByRole('listitem')
  await expect(entries.filter({ hasNotText: 'Changed a contact' })).toHaveCount(0)
  const changed = entries.filter({ hasText: 'Changed a contact · Walter Quist' })
  await expect(changed).toContainText('Name: Walter Quist senior (before: Walter Quist)')
  await expect(changed).toContainText('State: Disabled (before: Enabled)')
  await expect(changed).toContainText('Dana Cole')
  await choose('Who', 'Mei Tanaka')
  await expect(log.getByText('No results')).toBeVisible()
})

test('a line is put into use, gets default users and hours, and is taken out of use', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { number, dialog } = await openAdmin(page, '/admin/twilio')
  const line = number('Spare line')
  await expect(line).toContainText('Not in use')
  await line.getByRole('button', { name: 'Use' }).click()
  const use = dialog('Use Twilio number')
  await expect(use).toContainText('Spare line')
  const answers = use.getByRole('list', { name: 'Who answers texts to this number?' }).getByRole('switch')
  await expect(answers).toHaveCount(3)
  for (const one of await answers.all()) await one.uncheck()
  await expect(use).toContainText('No one gets its texts')
  await use.getByRole('button', { name: 'Use' }).click()
  await expect(use).toBeHidden()
  await expect(line).toContainText('No one gets its texts')

  await line.getByRole('button', { name: 'Choose who answers' }).click()
  const assigned = dialog('Default Assigned users')
  await assigned.getByRole('switch', { name: 'Mei Tanaka' }).check()
  await assigned.getByRole('button', { name: 'Save' }).click()
  await expect(assigned).toBeHidden()
  await expect(line.getByRole('definition').first()).toHaveText('Mei Tanaka')

  await line.getByRole('button', { name: 'Hours and replies' }).click()
  const hours = dialog('Hours and replies')
  await hours.getByRole('radio', { name: 'At these times' }).check()
  await hours.getByRole('button', { name: 'Save' }).click()
  await expect(hours).toBeHidden()
  await expect(line).toContainText(/Mon–Fri 8:00\sAM–5:00\sPM/)

  await line.getByRole('button', { name: /^More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Stop using' }).click()
  await dialog('Stop using Twilio number').getByRole('button', { name: 'Stop using' }).click()
  await expect(line).toContainText('Not in use')

  const dana = await signInToApi(appUrl(), DANA)
  const spare = (await dana.get('settings.tenant')).twilioNumbers.find(({ name }) => name === 'Spare line')
  await dana.get('settings.updateHours', { params: { numberId: spare?.id ?? '' }, body: { hours: null } })
})

test('an account is verified before it is stored, and its numbers can be reloaded', async ({
  openBrowser,
  complaints,
}) => {
  const { authToken } = await accountAtTwilio()
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/twilio')
  const account = section('Twilio account')
  await account.getByRole('button', { name: 'Change account' }).click()
  const settings = dialog('Twilio Configuration')
  await settings.getByLabel('Account Token').fill('0123456789abcdef0123456789abcdef')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('alert')).toContainText('Twilio does not accept this Account SID')
  forgive(complaints, REFUSALS)
  await settings.getByLabel('Account Token').fill(authToken)
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings).toBeHidden()

  await account.getByRole('button', { name: 'Update info from Twilio' }).click()
  const refresh = dialog('Update info from Twilio')
  await expect(refresh).toContainText("You're going to update information from Twilio. Are you sure?")
  await refresh.getByRole('button', { name: 'Update' }).click()
  await expect(refresh).toBeHidden()
})
