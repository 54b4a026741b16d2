import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { forgive } from '../pages/complaints.ts'
import { expect, test } from '../test.ts'

const BEFORE = { name: 'Lakeside Clinic', addSignature: false, assignOnReply: true }

/** The other Admin, who works on another computer. */
const otherAdmin = () => signInToApi(appUrl(), DANA)

test.beforeEach(async () => void (await (await otherAdmin()).get('settings.updateTenant', { body: BEFORE })))
test.afterEach(async () => void (await (await otherAdmin()).get('settings.updateTenant', { body: BEFORE })))

test('two Admins who change different settings both keep what they did', async ({ openBrowser }) => {
  const other = await otherAdmin()
  const page = await openBrowser()
  const { section } = await openAdmin(page, '/admin')
  const card = section('Organization')
  const signature = card.getByRole('switch').first()
  await expect(signature).not.toBeChecked()
  await card.getByRole('textbox', { name: 'Name' }).fill('Lakeside')
  await other.get('settings.updateTenant', { body: { name: BEFORE.name, addSignature: true } })
  // The open form follows, and keeps what is typed.
  await expect(signature).toBeChecked()
  await expect(card.getByRole('textbox', { name: 'Name' })).toHaveValue('Lakeside')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  expect(await other.get('settings.tenant')).toMatchObject({ name: 'Lakeside', addSignature: true })
})

test('an Admin hears that someone else changed what they edit, and can use that or replace it', async ({
  openBrowser,
}) => {
  const other = await otherAdmin()
  const page = await openBrowser()
  const { section } = await openAdmin(page, '/admin')
  const card = section('Organization')
  const name = card.getByRole('textbox', { name: 'Name' })
  const notice = card.getByText('Someone else just changed the name. If you save, your change replaces theirs.')
  await name.fill('Mine')
  await other.get('settings.updateTenant', { body: { name: 'Theirs' } })
  await expect(notice).toBeVisible()
  await expect(name).toHaveValue('Mine')
  await card.getByRole('button', { name: 'Use theirs' }).click()
  await expect(name).toHaveValue('Theirs')
  await expect(notice).toBeHidden()

  await name.fill('Mine again')
  await other.get('settings.updateTenant', { body: { name: 'Theirs again' } })
  await expect(notice).toBeVisible()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(notice).toBeHidden()
  expect(await other.get('settings.tenant')).toMatchObject({ name: 'Mine again' })
})

test('a form that has not heard of it yet is refused, and then shows it', async ({ openBrowser, complaints }) => {
  const other = await otherAdmin()
  const page = await openBrowser()
  // Without events, the page learns of nothing.
  await page.route('**/chathub/**', (route) => route.abort())
  await page.routeWebSocket('**/chathub**', (socket) => void socket.close())
  const { dialog } = await openAdmin(page, '/admin/people')
  await page.getByRole('button', { name: /Edit Mei/ }).click()
  const form = dialog('Edit User')
  const name = form.getByRole('textbox', { name: 'Name' })
  const before = await name.inputValue()
  const mei = (await other.get('users.list')).find((user) => user.name === before)
  const rename = (to: string) =>
    other.get('settings.updateUser', {
      params: { userId: mei?.id ?? '' },
      body: { name: to, role: mei?.role ?? 'User' },
    })
  await rename('Mei Theirs')
  await name.fill('Mei Mine')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Someone else just changed the name. Check the new values')
  await expect(form.getByText('If you save, your change replaces theirs.')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect((await other.get('users.list')).map((user) => user.name)).toContain('Mei Mine')
  await rename(before)
  forgive(complaints, /./)
})
