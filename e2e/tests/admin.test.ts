import type { UserId } from '@partyline/contract'
import { signIn as signInToApi } from '@partyline/driver'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { moveTo } from '../pages/keyboard.ts'
import { answer, refuse } from '../pages/network.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** The browser's console error for a response that the test causes. */
const REFUSALS = /the server responded with a status of (400|404|409|500|502|503)/

test('an Admin finds the administration in the menu; a User is told to ask an Admin', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible()
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Organization \| /)
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Organization',
    'People',
    'Contacts',
    'Numbers',
    'Diagnostics',
    'Log',
  ])
  for (const [former, tab] of Object.entries({ audit: 'Log', doctor: 'Diagnostics' })) {
    await page.goto(`${appUrl()}/admin/${former}`)
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.getByRole('button', { name: 'Back to chats' }).click()
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible()

  const other = await openBrowser()
  const omar = await signIn(other, 'Omar Haddad')
  await omar.account.click()
  await expect(other.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expect(other.getByRole('menuitem', { name: 'Administration' })).toBeHidden()
  await other.goto(`${appUrl()}/admin`)
  await expect(other.getByRole('heading', { name: 'Only administrators can open this page' })).toBeVisible()
  expect(await faultsOf(other)).toEqual([])
})

test('the organization’s settings preview a text, and are stored', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { section } = await openAdmin(page, '/admin')
  const card = section('Organization')
  const save = card.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await card.getByRole('switch', { name: 'Sign texts with the sender’s name' }).check()
  await expect(card.getByText('Your appointment is on Thursday at 9:30.')).toHaveText(/9:30\.\n- Dana Cole$/)
  const assigns = card.getByRole('switch', { name: 'Assign a chat to whoever replies first' })
  await expect(assigns).toBeChecked()
  await assigns.uncheck()
  const everyone = card.getByRole('switch', { name: 'Let everyone edit shared snippets, not only Admins' })
  await expect(everyone).toBeChecked()
  await everyone.uncheck()
  await card.getByRole('textbox', { name: 'Name' }).fill(' ')
  await save.click()
  await expect(card.getByRole('alert')).toContainText('Entered data is incorrect')
  await expect(card.getByRole('alert')).toContainText('Name should be defined.')
  await card.getByRole('textbox', { name: 'Name' }).fill('Lakeside Clinic West')
  await save.click()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(card.getByRole('textbox', { name: 'Name' })).toHaveValue('Lakeside Clinic West')
  await expect(card.getByRole('switch', { name: 'Sign texts with the sender’s name' })).toBeChecked()
  await expect(assigns).not.toBeChecked()
  await expect(everyone).not.toBeChecked()

  const dana = await signInToApi(appUrl(), DANA)
  const body = { name: 'Lakeside Clinic', addSignature: false, assignOnReply: true, sharedSnippets: 'everyone' }
  await dana.get('settings.updateTenant', { body })
})

test('an existing user cannot be added; users can be changed and disabled, except for the last Admin', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const { section, dialog, row } = await openAdmin(page, '/admin/people')
  await section('People').getByRole('button', { name: 'Add user' }).click()
  const add = dialog('Add User')
  await add.getByRole('combobox', { name: 'Name' }).pressSequentially('omar')
  await expect(page.getByRole('option', { name: 'Omar Haddad' })).toBeDisabled()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await add.getByRole('button', { name: 'Cancel' }).click()
  await expect(add).toBeHidden()

  await page.getByRole('button', { name: 'Edit Mei Tanaka' }).click()
  const edit = dialog('Edit User')
  await expect(edit.getByRole('textbox', { name: 'User ID' })).toHaveAttribute('readonly')
  await edit.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await edit.getByRole('switch', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row('People', 'Mei Tanaka')).toContainText('Disabled')
  await expect(row('People', 'Mei Tanaka')).toContainText('Admin')

  // The last Admin keeps the role.
  await page.getByRole('button', { name: 'Edit Dana Cole' }).click()
  await edit.getByRole('switch', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByRole('alert')).toContainText('Unable to complete operation')
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  forgive(complaints, REFUSALS)

  await section('People').getByRole('searchbox').fill('nobody of this name')
  await expect(section('People').getByText('No results')).toBeVisible()

  const dana = await signInToApi(appUrl(), DANA)
  const mei = (await dana.get('settings.tenant')).teamsUsers.find(({ name }) => name === 'Mei Tanaka')
  const body = { name: 'Mei Tanaka', role: 'User', disabled: false }
  await dana.get('settings.updateUser', { params: { userId: mei?.id ?? '' }, body })
})

test('a contact is added by keyboard, found, disabled, and deleted', async ({ openBrowser, complaints }) => {
  const page = await openBrowser()
  const { section, dialog, row, choose } = await openAdmin(page, '/admin/contacts')
  const card = section('Contacts')
  await moveTo(page, card.getByRole('button', { name: 'Add contact' }))
  await page.keyboard.press('Enter')
  const add = dialog('Add mobile number')
  await expect(add.getByRole('textbox', { name: 'Number' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(add.getByRole('alert')).toContainText('Number should be defined.')
  await expect(add.getByRole('alert')).toContainText('Name should be defined.')
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
  await expect(row('Contacts', 'Walter Quist')).toContainText('(202) 555-0155')
  await page.getByRole('button', { name: 'Edit Walter Quist' }).click()
  const edit = dialog('Edit mobile number')
  await expect(edit.getByRole('textbox', { name: 'Number' })).toHaveAttribute('readonly')
  await edit.getByRole('textbox', { name: 'Name' }).fill('Walter Quist senior')
  await edit.getByRole('switch', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(card.getByText('No results')).toBeVisible()
  await choose('Show', 'Disabled')
  await expect(row('Contacts', 'Walter Quist senior')).toContainText('Disabled')

  await page.getByRole('button', { name: 'Edit Walter Quist senior' }).click()
  await edit.getByRole('button', { name: 'Delete' }).click()
  const confirmation = dialog('Delete Number')
  await expect(confirmation).toContainText("You're going to delete mobile number. Are you sure?")
  expect(await faultsOf(page)).toEqual([])
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect(confirmation).toBeHidden()
  await expect(edit).toBeHidden()
  await expect(card.getByText('No results')).toBeVisible()
})

test('a line is put into use, gets default users, and is taken out of use', async ({ openBrowser }) => {
  const page = await openBrowser()
  const { number, dialog } = await openAdmin(page, '/admin/twilio')
  await expect(number('Spare line')).toContainText('Not in use')
  await number('Spare line').getByRole('button', { name: 'Use' }).click()
  const use = dialog('Use Twilio number')
  await expect(use).toContainText('Spare line')
  const answers = use.getByRole('list', { name: 'Who answers texts to this number?' }).getByRole('switch')
  await expect(answers).toHaveCount(3)
  for (const one of await answers.all()) await one.uncheck()
  await expect(use).toContainText('No one gets its texts')
  await use.getByRole('button', { name: 'Use' }).click()
  await expect(use).toBeHidden()
  await expect(number('Spare line')).toContainText('No one gets its texts')

  await number('Spare line').getByRole('button', { name: 'Choose who answers' }).click()
  const assigned = dialog('Default Assigned users')
  await assigned.getByRole('switch', { name: 'Mei Tanaka' }).check()
  expect(await faultsOf(page)).toEqual([])
  await assigned.getByRole('button', { name: 'Save' }).click()
  await expect(assigned).toBeHidden()
  await expect(number('Spare line')).toContainText('1 default user')

  await number('Spare line').getByRole('button', { name: 'Stop using' }).click()
  await dialog('Stop using Twilio number').getByRole('button', { name: 'Stop using' }).click()
  await expect(number('Spare line')).toContainText('Not in use')
})

for (const [place, address, noticed] of [
  ['Setup', '/admin/setup', 'No one gets texts to Billing.'],
  ['the list of numbers', '/admin/twilio', 'No one gets its texts'],
  ['Diagnostics', '/admin/diagnostics', 'No one gets its texts'],
] as const) {
  test(`${place} warns about a line whose texts reach no one, and offers to choose who answers`, async ({
    openBrowser,
  }) => {
    const dana = await signInToApi(appUrl(), DANA)
    const billing = (await dana.get('numbers.twilio')).find(({ name }) => name === 'Billing')
    if (!billing) throw new Error('The demo has no number Billing.')
    const assign = (ids: UserId[]) =>
      dana.get('settings.assignUsers', { params: { numberId: billing.id }, body: { ids } })
    await assign([])
    try {
      const page = await openBrowser()
      const { dialog } = await openAdmin(page, address)
      const warning = page.getByRole('listitem').filter({ hasText: 'Billing' }).filter({ hasText: noticed })
      await expect(warning.first()).toBeVisible()
      await page.getByRole('button', { name: /^Choose who answers/ }).click()
      await dialog('Default Assigned users').getByRole('switch', { name: 'Mei Tanaka' }).check()
      await dialog('Default Assigned users').getByRole('button', { name: 'Save' }).click()
      await expect(warning).toHaveCount(0)
    } finally {
      await assign(billing.assignedUsers)
    }
  })
}

test('a line with another webhook shows it, and is taken over only after confirmation', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const { number, dialog } = await openAdmin(page, '/admin/twilio')
  const forces: boolean[] = []
  const undo = await answer(page, 'settings.updateTwilioNumber', async (route) => {
    forces.push((route.request().postDataJSON() as { force: boolean }).force)
    if (forces.length > 2) return route.fallback()
    return route.fulfill({
      status: 409,
      json: {
        operation: 'settings.updateTwilioNumber',
        message: 'Texts go elsewhere.',
        details: 'https://other.example/sms',
        error: 'number-in-use',
        data: null,
        requestId: 'r',
      },
    })
  })
  await number('Spare line').getByRole('button', { name: 'Use' }).click()
  const use = dialog('Use Twilio number')
  await use.getByRole('button', { name: 'Use' }).click()
  await expect(use.getByRole('alert')).toContainText('https://other.example/sms')
  await use.getByRole('button', { name: 'Update anyway' }).click()
  await expect(use.getByRole('alert')).toContainText('Texts go elsewhere.')
  await use.getByRole('button', { name: 'Update anyway' }).click()
  await expect(use).toBeHidden()
  expect(forces).toEqual([false, true, true])
  forgive(complaints, REFUSALS)
  await undo()
  await number('Spare line').getByRole('button', { name: 'Stop using' }).click()
  await dialog('Stop using Twilio number').getByRole('button', { name: 'Stop using' }).click()
  await expect(number('Spare line')).toContainText('Not in use')
})

test('an account is verified before it is stored, and its numbers can be reloaded', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  const { section, dialog } = await openAdmin(page, '/admin/twilio')
  const account = section('Twilio account')
  await account.getByRole('button', { name: 'Change account' }).click()
  const settings = dialog('Twilio Configuration')
  await expect(settings.getByLabel('Account SID')).toHaveAccessibleDescription(/for example AC0123456789abcdef/)
  await expect(settings.getByLabel('Account Token')).toHaveAccessibleDescription(/Auth Token/)
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('alert')).toContainText('Account Token should be defined.')
  await settings.getByLabel('Account Token').fill('0123456789abcdef0123456789abcdef')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('alert')).toContainText('Twilio does not accept this Account SID')
  expect(await faultsOf(page)).toEqual([])
  await settings.getByRole('button', { name: 'Cancel' }).click()
  forgive(complaints, REFUSALS)

  await account.getByRole('button', { name: 'Update info from Twilio' }).click()
  const refresh = dialog('Update info from Twilio')
  await expect(refresh).toContainText("You're going to update information from Twilio. Are you sure?")
  await refresh.getByRole('button', { name: 'Update' }).click()
  await expect(refresh).toBeHidden()
})

test('a rejected text is listed with the reason', async ({ openBrowser }) => {
  const page = await openBrowser()
  await answer(page, 'settings.rejectedMessages', (route) =>
    route.fulfill({
      json: {
        operation: 'settings.rejectedMessages',
        message: null,
        details: null,
        data: [
          {
            from: '+12025550142',
            to: '+12025550100',
            receivedOn: '2026-11-20T09:00:00.000Z',
            reason: 'contact disabled',
            text: 'Hello?',
          },
        ],
      },
    }),
  )
  const { section } = await openAdmin(page, '/admin/log')
  const item = section('Rejected messages').getByRole('listitem')
  await expect(item).toContainText('Hello?')
  await expect(item).toContainText('(202) 555-0142 to (202) 555-0100')
  await expect(item).toContainText('This contact is disabled.')
})

test('settings that fail to load can be retried', async ({ openBrowser, complaints }) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  const undo = await refuse(page, 'settings.tenant', 404)
  await page.goto(`${appUrl()}/admin/people`)
  await expect(page.getByText('Settings couldn’t be loaded')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await undo()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
  forgive(complaints, REFUSALS)
})
