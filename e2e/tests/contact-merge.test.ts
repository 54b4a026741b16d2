import { signIn as signInToApi } from '@partyline/driver'
import { appUrl } from '../pages/addresses.ts'
import { DANA } from '../pages/arrange.ts'
import { contactsPage } from '../pages/contacts-page.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const HOME = '+12025550957'
const WORK = '+12025550958'

/** Deletes the contacts of these tests. */
test.afterEach(async () => {
  const dana = await signInToApi(appUrl(), DANA)
  for (const { id } of await dana.get('contacts.search', { body: { term: 'Marlow' } }))
    await dana.get('contacts.delete', { params: { contactId: id } })
})

test('two contacts of one person become one, with the chats of both, also for someone who has such a chat open', async ({
  openBrowser,
}) => {
  const dana = await signInToApi(appUrl(), DANA)
  const add = (name: string, number: string, company: string, tag: string) =>
    dana.get('contacts.create', { body: { name, company, tags: [tag], phones: [{ number }] } })
  await add('Ida Marlow', HOME, 'Marlow & Co', 'Family')
  await add('Ida Marlow (work)', WORK, 'Dock 4', 'Suppliers')
  await textFrom(HOME, 'From home')
  await textFrom(WORK, 'From work')

  const [page, other] = [await openBrowser(), await openBrowser()]
  const omar = await signIn(other, 'Omar Haddad')
  await omar.open('Ida Marlow (work)')
  await expect(omar.title).toHaveText('Ida Marlow (work)')
  await signIn(page, 'Dana Cole')
  await page.goto(`${appUrl()}/contacts?q=Marlow`)
  const contacts = contactsPage(page)
  await expect(contacts.names).toHaveText(['Ida Marlow', 'Ida Marlow (work)'])
  await contacts.name('Ida Marlow').click()
  await contacts.pane.getByRole('button', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge contacts' })
  const duplicates = dialog.getByRole('list', { name: 'Possible duplicates' }).getByRole('button')
  await expect(duplicates).toHaveText([/Ida Marlow \(work\)/])
  await duplicates.click()
  await expect(dialog).toContainText('Ida Marlow (work) is deleted.')
  await dialog.getByRole('radio', { name: /^Dock 4/ }).check()
  await expectAccessible({ page, frame: page })

  // Changes by others appear, and the choice stays.
  const [work] = await dana.get('contacts.search', { body: { term: WORK } })
  await dana.get('contacts.update', { params: { contactId: work?.id ?? '' }, body: { remarks: 'Ask for Jo.' } })
  await expect(dialog).toContainText('Ask for Jo.')
  await expect(dialog.getByRole('radio', { name: /^Dock 4/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Merge contacts' }).click()
  await expect(dialog).toBeHidden()
  await expect(contacts.names).toHaveText(['Ida Marlow'])
  await expect(contacts.pane).toContainText(
    /Ida Marlow[^]*Dock 4[^]*0957[^]*0958[^]*Family[^]*Suppliers[^]*Ask for Jo\./,
  )
  await contacts.pane.getByRole('button', { name: 'History' }).click()
  const history = contacts.pane.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText('Dana Cole merged Ida Marlow (work) into this contact')
  await expect(history.filter({ hasText: 'On Ida Marlow (work): Dana Cole set Remarks to Ask for Jo.' })).toHaveCount(1)

  // The chat that Omar has open is now with the person that is left.
  await expect(omar.title).toHaveText('Ida Marlow')
  await omar.title.getByRole('button').click()
  await expect(omar.members.getByRole('article', { name: 'Ida Marlow' })).toContainText(/0957[^]*0958[^]*In this chat/)
})
