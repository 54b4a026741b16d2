import { appUrl } from '../pages/addresses.ts'
import { chatsPage, statusOf } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { newMessage } from '../pages/new-chat.ts'
import { expect, test } from '../test.ts'

test('by keyboard alone, a user signs in, texts a new phone, and reads the text’s status', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = chatsPage(page)
  await page.goto(appUrl())
  await moveTo(page, page.getByRole('button', { name: 'Sign in with Microsoft' }))
  await page.keyboard.press('Enter')
  await moveTo(page, page.getByRole('link', { name: 'Omar Haddad' }))
  await page.keyboard.press('Enter')
  await moveTo(page, app.newChat)
  await page.keyboard.press('Enter')
  const { to, chips, text } = newMessage(page)
  await expect(to).toBeFocused()
  await page.keyboard.type('+12025550131')
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(1)
  await moveTo(page, text)
  await page.keyboard.type('See you on Monday.')
  // An input method's Enter ends a word, and sends nothing.
  const ofInputMethod = { key: 'Enter', isComposing: true, keyCode: 229, bubbles: true, cancelable: true }
  await text.dispatchEvent('keydown', ofInputMethod)
  await expect(text).toHaveValue('See you on Monday.')
  await page.keyboard.press('Enter')
  await expect(app.text).toBeFocused()

  const status = statusOf(app.message('See you on Monday.'), 'Delivered')
  await expect(status).toBeVisible()
  await moveTo(page, app.message('See you on Monday.'), 'Shift+Tab')
  await moveTo(page, status)
  await page.keyboard.press('Enter')
  const details = app.dialog('Message Delivery Status')
  await expect(details).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(status).toBeFocused()
})
