import { ERASED } from '@partyline/contract'
import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { DANA } from '../pages/arrange.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const NUMBER = '+12025553968'

test('an erased contact is neither in the list nor in the chat, and its texts are gone', async ({ openBrowser }) => {
  const dana = await signInToApi(appUrl(), DANA)
  await dana.get('contacts.create', { body: { name: 'Oda Krantz', phones: [{ number: NUMBER }] } })
  await textFrom(NUMBER, 'My key is under the mat')

  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Oda Krantz')
  await expect(app.message('My key is under the mat')).toBeVisible()
  await app.title.getByRole('button').click()
  await app.members.getByRole('button', { name: 'Erase…' }).click()
  const dialog = app.dialog('Erase contact')
  await dialog.getByRole('checkbox', { name: 'Also erase their texts, files, and notes' }).check()
  await dialog.getByRole('button', { name: 'Erase' }).click()
  const result = app.dialog('Contact erased')
  await expect(result.getByRole('list', { name: 'What was erased' })).toContainText('1 text')
  await result.getByRole('button', { name: 'Close' }).click()

  // Without a reload.
  await expect(app.title).toHaveText(ERASED.name)
  await expect(app.message(ERASED.text)).toBeVisible()
  await expect(app.transcript).not.toContainText('My key is under the mat')
  await expect(app.list).not.toContainText('Oda Krantz')

  await page.getByRole('link', { name: 'Contacts' }).click()
  const contacts = contactsPage(page)
  await expect(contacts.names.first()).toBeVisible()
  for (const term of ['Oda Krantz', NUMBER]) {
    await contacts.search.fill(term)
    await expect(contacts.main.getByText('No contacts found')).toBeVisible()
    await contacts.search.fill('')
    await expect(contacts.names.first()).toBeVisible()
  }
})
