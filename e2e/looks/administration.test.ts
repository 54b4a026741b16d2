import type { User } from '@partyline/contract'
import { eventWithoutData } from '@partyline/contract'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('People: someone has left the organization', ({ stage }) => left(stage))
test('Default users: someone has left the organization', ({ stage }) => leftDefaultUser(stage))
test('Organization: someone else changed an edited field', ({ stage }) => organizationChanged(stage))
test('User: someone else changed an edited field', ({ stage }) => userChanged(stage))

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
    .getByRole('listitem')
    .filter({ hasText: 'Front desk' })
    .getByRole('button', { name: 'Default Assigned users' })
    .click()
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
