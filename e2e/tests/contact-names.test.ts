import { arrangeChat, arrangeContact } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { forgive } from '../pages/complaints.ts'
import { expectSeenOnce, expectWrong } from '../pages/form-keys.ts'
import { newChat, openNewChat } from '../pages/new-chat.ts'
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

test('an unnamed caller is named in the details pane of a group', async ({ openBrowser }) => {
  const contact = { name: 'Uma Frost', number: '+12025553711' }
  const unnamed = { name: '(202) 555-3712', number: '+12025553712' }
  await arrangeChat({ name: 'Frost family', contact, others: [unnamed] })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Frost family')
  await app.membersButton.click()
  await chatPane(page).member(unnamed.name).getByRole('button', { name: 'Add name' }).click()
  await app.dialog('Add name').getByRole('textbox', { name: 'Name' }).fill('Ulf Frost')
  await page.keyboard.press('Enter')
  await expect(chatPane(page).member('Ulf Frost')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Frost family' })).toBeVisible()
})

test('a one-to-one chat shows the contact’s number with copy and call, and a group does not', async ({
  openBrowser,
}) => {
  const contact = { name: 'Vera Lund', number: '+12025553713' }
  await arrangeChat({ name: 'Vera Lund', contact })
  const others = [{ name: 'Wim Lund', number: '+12025553714' }]
  await arrangeChat({ name: 'Lund family', number: 'Billing', contact, others })
  const page = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Vera Lund')
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(header).toContainText(/\(202\) 555-3713.*Front desk \(202\) 555-0100/)
  await expect(header.getByRole('link', { name: 'Call (202) 555-3713' })).toHaveAttribute('href', 'tel:+12025553713')
  await header.getByRole('button', { name: 'Copy (202) 555-3713' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('(202) 555-3713')
  await app.open('Lund family')
  await expect(header).toContainText('Billing')
  await expect(header).not.toContainText('555-3713')
})

test('for a number that a contact already has, that contact is offered', async ({ openBrowser, complaints }) => {
  const known = { name: 'Xenia Roth', number: '+12025553715' }
  await arrangeChat({ name: 'Xenia Roth', contact: known })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  await modal.open()
  await modal.dialog.getByRole('button', { name: 'Create Mobile' }).click()
  const mobile = app.dialog('New External Mobile')
  await mobile.getByRole('textbox', { name: 'Number' }).fill('202-555-3715')
  await mobile.getByRole('textbox', { name: 'Name' }).fill('Somebody')
  await mobile.getByRole('button', { name: 'Add' }).click()
  await expectSeenOnce(mobile, ['Xenia Roth already has this number.'])
  await expectWrong(mobile.getByRole('textbox', { name: 'Number' }), 'Xenia Roth already', '202-555-3715')
  await mobile.getByRole('button', { name: 'Use Xenia Roth' }).click()
  await expect(mobile).toBeHidden()
  await expect(modal.chosen.filter({ hasText: 'Xenia Roth' })).toBeVisible()
  forgive(complaints, /409 \(Conflict\)/)
})

test('a member who was disabled meanwhile is refused with an error next to the members, which get the focus', async ({
  openBrowser,
  complaints,
}) => {
  const gone = { name: 'Zelda Roth', number: '+12025553717' }
  await arrangeContact(gone, { disabled: false })
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  const modal = await openNewChat(page)
  await modal.add('Zelda', 'Zelda Roth')
  await arrangeContact(gone, { disabled: true })
  await modal.save.click()
  await expectSeenOnce(modal.dialog, ['Zelda Roth is disabled and cannot be added.'])
  await expectWrong(modal.members, 'Zelda Roth is disabled', '')
  await modal.remove('Zelda Roth')
  await expect(modal.problem).toBeHidden()
  forgive(complaints, /400 \(Bad Request\)/)
})

test('the number of a disabled contact is not offered, with the reason', async ({ openBrowser, complaints }) => {
  const number = '+12025553716'
  await arrangeContact({ name: 'Yul Roth', number }, { disabled: true })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await newChat(page).open()
  await newChat(page).dialog.getByRole('button', { name: 'Create Mobile' }).click()
  const mobile = app.dialog('New External Mobile')
  await mobile.getByRole('textbox', { name: 'Number' }).fill(number)
  await mobile.getByRole('textbox', { name: 'Name' }).fill('Somebody')
  await mobile.getByRole('button', { name: 'Add' }).click()
  await expect(mobile.getByRole('alert')).toContainText('Yul Roth already has this number, but is disabled.')
  await expect(mobile.getByRole('button', { name: /^Use/ })).toHaveCount(0)
  forgive(complaints, /409 \(Conflict\)/)
})

test('the details pane leads with the contact and links to the other chats with them', async ({ openBrowser }) => {
  const contact = { name: 'Yara Holm', number: '+12025553721' }
  await arrangeChat({ name: 'Yara Holm', contact })
  await arrangeChat({ name: 'Invoice of Yara', number: 'Billing', contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Yara Holm')
  await app.membersButton.click()
  const section = page.getByRole('region', { name: 'Contact' })
  await expect(section.getByRole('heading', { name: 'Yara Holm', exact: true })).toBeVisible()
  await expect(section).toContainText('(202) 555-3721')
  await expect(section.getByRole('link')).toHaveCount(1)
  await section.getByRole('link', { name: /Invoice of Yara.*Billing/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Invoice of Yara' })).toBeVisible()
  await expect(section.getByRole('link', { name: /Yara Holm.*Front desk/ })).toBeVisible()
})
