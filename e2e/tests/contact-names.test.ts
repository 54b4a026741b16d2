import { chatPane } from '../pages/chat-pane.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a User names an unknown caller, and colleagues see the name at once', async ({ openBrowser }) => {
  const written = '(202) 555-3710'
  await textFrom('+12025553710', 'Hello, is this the clinic?')
  const page = await openBrowser()
  const app = await signIn(page, 'Omar Haddad')
  await app.open(written)
  const colleague = await signIn(await openBrowser(), 'Dana Cole')
  await colleague.chat(written).first().waitFor()

  await page.getByRole('button', { name: 'Add name' }).click()
  const dialog = app.dialog('Add name')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Name should be defined.')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await name.fill('Tamsin Hale')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: 'Tamsin Hale' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add name' })).toBeHidden()
  await expect(colleague.chat('Tamsin Hale').first()).toBeVisible()
  await expect(colleague.chat(written)).toHaveCount(0)

  await app.membersButton.click()
  const { member } = chatPane(page)
  await member('Tamsin Hale').getByRole('button', { name: 'Edit name of Tamsin Hale' }).click()
  const edit = app.dialog('Edit name')
  await expect(edit.getByRole('textbox', { name: 'Name' })).toHaveValue('Tamsin Hale')
  await edit.getByRole('textbox', { name: 'Name' }).fill('Tamsin Hall')
  await page.keyboard.press('Enter')
  await expect(edit).toBeHidden()
  await expect(member('Tamsin Hall')).toBeVisible()
  await expect(colleague.chat('Tamsin Hall').first()).toBeVisible()
})
