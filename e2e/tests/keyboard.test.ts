import type { Locator } from '@playwright/test'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeNotes } from '../pages/arrange.ts'
import { statusOf } from '../pages/chats-page.ts'
import { moveTo } from '../pages/keyboard.ts'
import { hold } from '../pages/network.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { snippets } from '../pages/snippets.ts'
import { expect, test } from '../test.ts'

test('signing in works by keyboard', async ({ openBrowser }) => {
  const page = await openBrowser()
  await page.goto(appUrl())
  await moveTo(page, page.getByRole('button', { name: 'Sign in with Microsoft' }))
  await page.keyboard.press('Enter')
  await moveTo(page, page.getByRole('link', { name: 'Omar Haddad' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible()
})

test('the list is one tab stop with arrow keys, followed by its chat’s menu; Enter opens a chat and focuses the composer', async ({
  openBrowser,
}) => {
  await arrangeNotes('By keyboard')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const links = app.list.getByRole('link')
  await moveTo(page, links.first())
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(app.list.getByRole('button', { name: /^Actions for/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(app.list.locator(':focus')).toHaveCount(0)

  await moveTo(page, links.last(), 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(-2)).toBeFocused()
  await page.keyboard.press('Home')
  await moveTo(page, app.chat('By keyboard'), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(app.title).toHaveText('By keyboard')
  await expect(app.text).toBeFocused()

  await page.keyboard.type('See you on Monday.')
  await page.keyboard.press('Enter')
  await expect(app.message('See you on Monday.')).toBeVisible()
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('')
})

test('text typed or pasted while a message or nothing is focused goes to the composer', async ({ openBrowser }) => {
  await arrangeNotes('Typed on a message')
  const page = await openBrowser({ permissions: ['clipboard-read', 'clipboard-write'] })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Typed on a message')
  await app.write('First')
  await expect(app.message('First')).toBeVisible()
  await moveTo(page, app.newest, 'Shift+Tab')
  await page.keyboard.type('Second')
  await expect(app.text).toBeFocused()
  await expect(app.text).toHaveValue('Second')

  await app.text.blur()
  await page.keyboard.type(', third')
  await expect(app.text).toHaveValue('Second, third')
  await page.evaluate("navigator.clipboard.writeText(', fourth')")
  await moveTo(page, app.newest, 'Shift+Tab')
  await page.keyboard.press('ControlOrMeta+V')
  await expect(app.text).toHaveValue('Second, third, fourth')
})

test('a chat that arrives while a form is open leaves the focus in the form', async ({ openBrowser }) => {
  await arrangeNotes('Comes late')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const letGo = await hold(page, 'chats.get')
  await app.chat('Comes late').click()
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Active sessions' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await letGo()
  await page.getByRole('textbox', { name: 'Write to', includeHidden: true }).waitFor({ state: 'attached' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
})

test('messages are one tab stop with arrow keys, and the newest one’s status can be opened and closed', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Henry Okafor')
  await app.write('It is in the mail.')
  const message = app.message('It is in the mail.')
  const status = statusOf(message, 'Delivered')
  await status.waitFor()
  await moveTo(page, message, 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(message).not.toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(message).toBeFocused()

  await moveTo(page, status)
  await page.keyboard.press('Enter')
  const dialog = app.dialog('Message Delivery Status')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(status).toBeFocused()
})

test('Escape closes New chat and returns the focus; a chat is created by keyboard', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const modal = newChat(page)
  const { to, moreOptions } = newMessage(page)
  await moveTo(page, app.newChat)
  await page.keyboard.press('Enter')
  await expect(to).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(to).toBeHidden()
  await expect(app.newChat).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(to).toBeFocused()
  await moveTo(page, moreOptions, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(modal.number).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(modal.dialog).toBeHidden()
  await expect(moreOptions).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(modal.number).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('f')
  await page.keyboard.press('Enter')
  await expect(modal.name).toHaveValue('Front desk')
  await moveTo(page, modal.name)
  await page.keyboard.type(' by keyboard')
  await moveTo(page, modal.members)
  await page.keyboard.type('Henry')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(modal.chosen.filter({ hasText: 'Henry Okafor' })).toBeVisible()

  await moveTo(page, modal.dialog.getByRole('button', { name: 'Create Mobile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Number' })).toBeFocused()
  await page.keyboard.type('+12025550131')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kay Board')
  await page.keyboard.press('Enter')
  await expect(modal.chosen.filter({ hasText: 'Kay Board' })).toBeVisible()

  await moveTo(page, modal.save)
  await page.keyboard.press('Enter')
  await expect(modal.dialog).toBeHidden()
  await expect(app.title).toContainText('by keyboard')
  await expect(app.text).toBeFocused()
})

test('the members pane gets the focus, and Escape returns it', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Rivera family')
  await moveTo(page, app.membersButton, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(app.members.getByRole('button', { name: 'Close Members' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.members).toBeHidden()
  await expect(app.membersButton).toBeFocused()
})

/** Keys of an input method while it composes a word: in Chrome, in Firefox, and in Safari, where the word has ended before. */
const COMPOSED = [
  { isComposing: true, keyCode: 229 },
  { isComposing: true, keyCode: 13 },
  { isComposing: false, keyCode: 229 },
]

test('keys of an input method do nothing but compose, in every field', async ({ openBrowser }) => {
  const contact = { name: 'Composed', number: '+12025553760' }
  const chat = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole', chatUrl(chat.id))

  async function compose(field: Locator, text: string, keys = ['Enter', 'Escape', 'ArrowDown', 'Tab']) {
    await field.fill(text)
    for (const key of keys) {
      for (const state of COMPOSED) {
        const init = JSON.stringify({ key, ...state, bubbles: true, cancelable: true })
        // Whether the browser may still handle it.
        const isLeft = await page.evaluate(
          `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', ${init}))`,
        )
        expect(isLeft).toBe(true)
      }
    }
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(text)
  }

  await compose(app.text, 'nihao')
  await expect(app.message('nihao')).toHaveCount(0)
  await compose(app.text, '/')
  await expect(snippets(page).list).toBeVisible()
  await app.text.fill('')

  await compose(app.search, 'Composed')

  await page.getByRole('button', { name: 'Person', exact: true }).click()
  await compose(page.getByRole('searchbox', { name: 'Name or number' }), 'Omar')
  await page.keyboard.press('Escape')

  await app.text.focus()
  await page.keyboard.press('Control+f')
  await compose(page.getByRole('search', { name: 'Find in this chat' }).getByRole('searchbox'), 'word')

  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  const message = newMessage(page)
  await compose(message.to, 'Omar')
  await expect(message.chips).toHaveCount(0)
  await message.moreOptions.click()
  const modal = newChat(page)
  await expect(modal.chosen.first()).toBeVisible()
  const members = await modal.chosen.count()
  await compose(modal.members, 'Omar')
  await expect(modal.chosen).toHaveCount(members)
  await compose(modal.name, 'Team')
  await expect(modal.dialog).toBeVisible()
})

test('Escape closes a modal after a click next to it, and on its text', async ({ openBrowser }) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  await page.getByRole('button', { name: 'New chat', exact: true }).first().click()
  const { dialog, name } = newChat(page)
  for (const outside of [true, false]) {
    await newMessage(page).moreOptions.click()
    await expect(dialog).toBeVisible()
    await name.focus()
    if (outside) await page.mouse.click(5, 5)
    else await dialog.getByRole('heading').click()
    await expect(dialog).toBeVisible()
    if (outside) await expect(name).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})
