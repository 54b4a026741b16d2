import { readFile } from 'node:fs/promises'
import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { DANA } from '../pages/arrange.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const HOME = '+12025550951'
const WORK = '+12025550952'

/** Deletes the contacts of these tests. */
test.afterEach(async () => {
  const dana = await signInToApi(appUrl(), DANA)
  for (const { id } of await dana.get('contacts.search', { body: { term: 'Thackeray' } }))
    await dana.get('contacts.delete', { params: { contactId: id } })
})

test('a caller becomes a person with two phones, whom two people edit at once, tag, find, and export', async ({
  openBrowser,
}) => {
  const [page, other] = [await openBrowser(), await openBrowser()]
  const app = await signIn(page, 'Dana Cole')
  await signIn(other, 'Omar Haddad')
  await textFrom(HOME, 'Is the office open?')
  await app.open('(202) 555-0951')

  // From the chat, the caller gets a name and a card.
  await page.getByRole('heading', { level: 2 }).getByRole('button').click()
  const card = app.members
  await card.getByRole('button', { name: 'Add name' }).click()
  await card.getByRole('textbox', { name: 'Name' }).fill('Iris Thackeray')
  await card.getByRole('textbox', { name: 'Company' }).fill('Thackeray & Ink')
  await card.getByRole('button', { name: 'Add phone' }).click()
  await page.keyboard.type('202-555-0952')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('article', { name: 'Iris Thackeray' })).toContainText('(202) 555-0952')
  await expect(app.title).toHaveText('Iris Thackeray')
  await expectAccessible({ page, frame: page })

  // Omar has the card open when Dana changes it, and changes something else.
  await other.goto(`${appUrl()}/contacts`)
  const contacts = contactsPage(other)
  await contacts.search.fill('hackera')
  await expect(contacts.names).toHaveText(['Iris Thackeray'])
  await contacts.name('Iris Thackeray').click()
  await contacts.pane.getByRole('button', { name: 'Edit' }).click()
  await contacts.pane.getByRole('textbox', { name: 'Remarks' }).fill('Prefers mornings.')
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByRole('textbox', { name: 'Company' }).fill('Thackeray Press')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('article', { name: 'Iris Thackeray' })).toContainText('Thackeray Press')
  await contacts.pane.getByRole('button', { name: 'Save' }).click()
  await expect(contacts.pane).toContainText('Prefers mornings.')
  await expect(contacts.pane).toContainText('Thackeray Press')
  await contacts.pane.getByRole('button', { name: 'History' }).click()
  const history = contacts.pane.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText('Omar Haddad')
  await expect(history.last()).toContainText('Added')

  // The second phone finds the person, too.
  await contacts.closePane.click()
  // The selection belongs to the search that is shown.
  const found = other.waitForResponse((response) => response.request().postData()?.includes(WORK) === true)
  await contacts.search.fill(WORK)
  await found
  await expect(contacts.names).toHaveText(['Iris Thackeray'])
  await expect(contacts.row('Iris Thackeray')).toContainText('Today')
  await contacts.box('Iris Thackeray').check()
  await contacts.bar.getByRole('button', { name: 'Add tag' }).click()
  const dialog = other.getByRole('dialog', { name: 'Add tags to 1 contact' })
  await dialog.getByRole('combobox', { name: 'Tags' }).pressSequentially('Printer')
  await other.getByRole('option', { name: /Printer/ }).click()
  await dialog.getByRole('button', { name: 'Add tag' }).click()
  await expect(contacts.row('Iris Thackeray')).toContainText('Printer')
  const download = other.waitForEvent('download')
  await contacts.bar.getByRole('button', { name: 'Export' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toContain(`"Iris Thackeray","Thackeray Press","'${HOME}; ${WORK}"`)
  await expectAccessible({ page: other, frame: other })
})
