import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { DANA } from '../pages/arrange.ts'
import { expect, test } from '../test.ts'

const BEFORE = { name: 'Lakeside Clinic', addSignature: false, assignOnReply: true }

/** The other Admin, who works on another computer. */
const otherAdmin = () => signInToApi(appUrl(), DANA)

test.afterEach(async () => void (await (await otherAdmin()).get('settings.updateTenant', { body: BEFORE })))

test('two Admins keep different changes, and hear of a change of the same setting', async ({ openBrowser }) => {
  const other = await otherAdmin()
  const page = await openBrowser()
  const { section } = await openAdmin(page, '/admin')
  const card = section('Organization')
  const signature = card.getByRole('switch').first()
  const name = card.getByRole('textbox', { name: 'Name' })
  const save = card.getByRole('button', { name: 'Save' })
  await expect(signature).not.toBeChecked()
  await name.fill('Lakeside')
  await other.get('settings.updateTenant', { body: { name: BEFORE.name, addSignature: true } })
  // The open form follows, and keeps what is typed.
  await expect(signature).toBeChecked()
  await expect(name).toHaveValue('Lakeside')
  await save.click()
  await expect(save).toBeDisabled()
  expect(await other.get('settings.tenant')).toMatchObject({ name: 'Lakeside', addSignature: true })

  const notice = card.getByText('Someone else just changed the name. If you save, your change replaces theirs.')
  await name.fill('Mine')
  await other.get('settings.updateTenant', { body: { name: 'Theirs' } })
  await expect(notice).toBeVisible()
  await expect(name).toHaveValue('Mine')
  await save.click()
  await expect(notice).toBeHidden()
  await expect(save).toBeDisabled()
  expect(await other.get('settings.tenant')).toMatchObject({ name: 'Mine' })
})
