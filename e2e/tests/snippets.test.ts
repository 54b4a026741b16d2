import type { Page } from '@playwright/test'
import { faultsOf } from '../pages/accessibility.ts'
import { chatUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeSnippets } from '../pages/arrange.ts'
import { chooseFiles, MEADOW } from '../pages/attach.ts'
import { moveTo } from '../pages/keyboard.ts'
import { pendingMessages } from '../pages/pending.ts'
import { signIn } from '../pages/sign-in.ts'
import { snippets } from '../pages/snippets.ts'
import { expect, test } from '../test.ts'

const HOURS = { name: 'Opening hours', shortcut: 'hours', text: 'We are open from 9 to 5.', shared: true }
const REMINDER = {
  name: 'Appointment reminder',
  text: 'Hi {{first_name|there}}, {{my_name}} of {{company}} ({{line_name}}). See you on {{appointment date}} at {{time}}.',
}
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The selected part of the text. */
const selectedIn = (page: Page) =>
  page
    .getByRole('textbox', { name: 'Write to' })
    .evaluate((field: { value: string; selectionStart: number; selectionEnd: number }) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    )

test('snippets are added, changed, shared, and deleted by keyboard', async ({ openBrowser }) => {
  const contact = { name: 'Mandy Manage', number: '+12025553904' }
  await arrangeSnippets([])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const at = snippets(page)

  // With none yet, the list offers to create one.
  await app.text.pressSequentially('Hello /')
  await expect(at.options).toHaveText(['New snippet'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(at.name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(at.name).toHaveAccessibleDescription('Name should be defined.')
  await page.keyboard.type('Thanks')
  await moveTo(page, at.shortcut)
  await page.keyboard.type('/a.b')
  await moveTo(page, at.text)
  await page.keyboard.type('Thank you, ')
  await moveTo(page, at.form.getByRole('button', { name: 'First name' }))
  await page.keyboard.press('Enter')
  await expect(at.text).toHaveValue('Thank you, {{first_name|there}}')
  await expect(at.text).toBeFocused()
  await moveTo(page, at.save)
  await page.keyboard.press('Enter')
  await expect(at.shortcut).toHaveAccessibleDescription(/Use only letters, digits, hyphens, and underscores\./)
  await at.shortcut.fill('/thx')
  await chooseFiles(page, () => at.attach.click(), MEADOW)
  await expect(at.files).toHaveCount(1)
  expect(await faultsOf(page)).toEqual([])
  await at.save.click()
  await expect(at.form).toBeHidden()
  await expect(app.text).toHaveValue('Hello ')
  await expect(app.text).toBeFocused()

  await page.keyboard.type('/thx')
  await expect(at.option('Thanks')).toContainText('Thank you, Mandy')
  await page.keyboard.press('ArrowUp')
  await expect(at.option('Manage snippets')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(at.personal).toHaveText([/Thanks/])
  expect(await faultsOf(page)).toEqual([])
  await moveTo(page, at.edit('Thanks'))
  await page.keyboard.press('Enter')
  await at.name.fill('Many thanks')
  await at.everyone.check()
  await at.save.click()
  await expect(at.shared).toHaveText([/Many thanks.*1 file.*\/thx/])
  await at.edit('Many thanks').click()
  await expect(at.files).toHaveCount(1)
  await at.files.getByRole('button', { name: 'Remove meadow.png' }).click()
  await at.save.click()
  await expect(at.shared).toHaveText([/Many thanks/])
  await expect(at.shared).not.toContainText('1 file')

  await at.edit('Many thanks').click()
  await at.delete.click()
  const question = page.getByRole('dialog', { name: 'Delete snippet' })
  await expect(question).toContainText('Delete “Many thanks” for everyone in your organization?')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(at.manage).toContainText('No snippets yet')
  await at.close.click()
  await expect(app.text).toBeFocused()
})

test('on a phone, a snippet is chosen and its blanks are selected by touch', async ({ openBrowser }) => {
  const contact = { name: 'Tara Touch', number: '+12025553808' }
  await arrangeSnippets([HOURS, REMINDER])
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser(PHONE)
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))
  const { item, option, search, list } = snippets(page)
  await pendingMessages(page).more.tap()
  await item.tap()
  await expect(option('Appointment reminder')).toBeInViewport({ ratio: 1 })
  // The keyboard would cover the list.
  await expect(search).not.toBeFocused()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await faultsOf(page)).toEqual([])
  await page.goBack()
  await expect(list).toBeHidden()
  await expect(app.text).toBeVisible()
  await pendingMessages(page).more.tap()
  await item.tap()
  await option('Appointment reminder').tap()
  await expect(app.text).toHaveValue(/^Hi Tara, /)
  await expect(page.getByRole('status').filter({ hasText: 'Fill in 2 blanks' })).toContainText('Tap one to select it.')
  await app.send.tap()
  await expect(page.getByRole('alert')).toContainText('Fill in 2 blanks before you send this.')
  expect(await selectedIn(page)).toBe('{{appointment date}}')
  expect(await faultsOf(page)).toEqual([])
})
