import type { User } from '@partyline/contract'
import { eventWithoutData } from '@partyline/contract'
import { refuse } from './calls.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Administration: from the menu, and back', ({ stage }) => fromMenu(stage))
test('Administration: a former address of Diagnostics', ({ stage }) => formerAddress(stage, 'doctor', 'Diagnostics'))
test('Administration: a former address of the log', ({ stage }) => formerAddress(stage, 'audit', 'Log'))
test('Administration: only for Admins', ({ stage }) => adminsOnly(stage))
test('Administration: failed to load', ({ stage }) => failed(stage))
test('People: search', ({ stage }) => search(stage))
test('People: adding someone who is a user already', ({ stage }) => alreadyUser(stage))
test('People: someone has left the organization', ({ stage }) => left(stage))
test('Default users: someone has left the organization', ({ stage }) => leftDefaultUser(stage))
test('Organization: someone else changed an edited field', ({ stage }) => organizationChanged(stage))
test('User: someone else changed an edited field', ({ stage }) => userChanged(stage))
test('User: the change of someone else is not known yet', ({ stage }) => userChangedUnheard(stage))

async function fromMenu({ page, come }: Stage) {
  const app = await come()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible()
  await expect(page).toHaveTitle(/^Organization \| /)
  await expect(page.getByRole('navigation', { name: 'Administration pages' }).getByRole('link')).toHaveText([
    'Organization',
    'People',
    'Contact settings',
    'Numbers',
    'Webhooks',
    'API keys',
    'Legal holds',
    'Diagnostics',
    'Log',
  ])
  await page.getByRole('button', { name: 'Back to chats' }).click()
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible()
}

async function formerAddress({ page, come }: Stage, former: string, tab: string) {
  await come(`/admin/${former}`)
  await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle(new RegExp(`^${tab} \\| `))
}

async function adminsOnly({ page, clinic, come, look }: Stage) {
  clinic.me.role = 'User'
  const app = await come('/admin/log')
  await expect(page.getByRole('heading', { name: 'Only administrators can open this page' })).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Back to chats' }).click()
  await app.account.click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toBeHidden()
}

async function failed({ page, come, look }: Stage) {
  const allow = await refuse(page, 'settings.tenant')
  await come('/admin/people')
  await expect(page.getByText('Settings couldn’t be loaded')).toBeVisible()
  await look()
  await allow()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
}

async function search({ page, come }: Stage) {
  await come('/admin/people')
  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('searchbox').fill('tanaka')
  await expect(people.getByRole('rowheader')).toHaveText(['Mei Tanaka'])
  await people.getByRole('searchbox').fill('nobody of this name')
  await expect(people.getByText('No results')).toBeVisible()
}

async function alreadyUser({ page, come, look }: Stage) {
  await come('/admin/people')
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await dialog.getByRole('combobox', { name: 'Name' }).pressSequentially('omar')
  await expect(page.getByRole('option', { name: 'Omar Haddad' })).toBeDisabled()
  await look()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
}

/** A colleague whose account was removed from the directory. */
function addLeaver({ clinic }: Stage): User {
  const omar = clinic.users.find(({ name }) => name === 'Omar Haddad')!
  return Object.assign(omar, { disabled: true, leftDirectoryAt: '2026-11-18T08:00:00.000Z' })
}

/** Tells the app that someone else has saved a change of the settings. */
async function tellChanged({ clinic, update, announce }: Stage) {
  await update()
  await announce(eventWithoutData(clinic.me.tenantId, 'UserAdded'))
}

async function left(stage: Stage) {
  const { page, come, look } = stage
  addLeaver(stage)
  await come('/admin/people')
  await expect(page.getByRole('row', { name: 'Omar Haddad' })).toContainText('Has left the organization')
  await look()
  await page.getByRole('button', { name: 'Edit Omar Haddad' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByText(/removed or disabled in Microsoft Entra/)).toBeVisible()
  await expect(dialog.getByRole('switch')).toHaveCount(0)
  await look()
}

async function leftDefaultUser(stage: Stage) {
  const { page, come, look } = stage
  addLeaver(stage)
  await come('/admin/twilio')
  await page
    .getByRole('listitem', { name: 'Front desk' })
    .getByRole('button', { name: /^More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Default Assigned users' }).click()
  const dialog = page.getByRole('dialog', { name: 'Default Assigned users' })
  await expect(dialog.getByRole('switch', { name: 'Omar Haddad (Has left the organization)' })).toBeChecked()
  await look()
}

async function organizationChanged(stage: Stage) {
  const { page, clinic, come, look } = stage
  await come('/admin')
  const form = page.getByRole('region', { name: 'Organization', exact: true })
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Lakeside Family Clinic')
  const signature = form.getByRole('switch', { name: 'Sign texts with the sender’s name' })
  await signature.check()
  Object.assign(clinic.settings, { name: 'Lakeside Health', assignOnReply: false })
  await tellChanged(stage)
  const notice = form.getByText('Someone else just changed the name. If you save, your change replaces theirs.')
  await expect(notice).toBeVisible()
  // A field that is not edited here follows.
  await expect(form.getByRole('switch', { name: 'Assign a chat to whoever replies first' })).not.toBeChecked()
  await notice.scrollIntoViewIfNeeded()
  await look()
  await form.getByRole('button', { name: 'Use theirs' }).click()
  await expect(name).toHaveValue('Lakeside Health')
  await expect(signature).toBeChecked()
  await expect(notice).toBeHidden()
}

async function userChanged(stage: Stage) {
  const { page, clinic, come, look } = stage
  await come('/admin/people')
  await page.getByRole('button', { name: 'Edit Mei Tanaka' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mei Tanaka-Bell')
  await dialog.getByRole('switch', { name: 'Enabled' }).uncheck()
  const mei = clinic.users.find(({ name }) => name === 'Mei Tanaka')!
  mei.name = 'Dr. Mei Tanaka'
  mei.role = 'Admin'
  await tellChanged(stage)
  const notice = dialog.getByText('Someone else just changed the name. If you save, your change replaces theirs.')
  await expect(notice).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveText('Admin')
  await look()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: 'Mei Tanaka-Bell' })).toContainText('Disabled')
}

async function userChangedUnheard(stage: Stage) {
  const { page, clinic, come, look, update } = stage
  await come('/admin/people')
  await page.getByRole('button', { name: 'Edit Mei Tanaka' }).click()
  const form = page.getByRole('dialog', { name: 'Edit User' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Mei Mine')
  clinic.users.find(({ name }) => name === 'Mei Tanaka')!.name = 'Mei Theirs'
  await update()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Someone else just changed the name. Check the new values')
  await expect(form.getByText('If you save, your change replaces theirs.')).toBeVisible()
  await look()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('row', { name: 'Mei Mine' })).toBeVisible()
}
