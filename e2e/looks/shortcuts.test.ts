import { newMessage } from '../pages/new-chat.ts'
import { addChat, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Shortcuts: a question mark lists them, except in a text field', ({ stage }) => questionMark(stage))
test('Shortcuts: Alt with arrow keys moves between chats, and with letters to their parts', ({ stage }) => alt(stage))
test('Shortcuts: Alt with arrow keys reaches every unread chat', ({ stage }) => everyUnread(stage))
test('Shortcuts: N on a chat of the list begins a new chat; elsewhere it is a letter', ({ stage }) => letterN(stage))

async function questionMark({ page, come, look }: Stage) {
  const app = await come()
  const shortcuts = app.dialog('Keyboard shortcuts')
  await app.open('Tom Becker')
  await app.text.press('?')
  await expect(app.text).toHaveValue('?')
  await expect(shortcuts).toBeHidden()
  await app.text.fill('')

  await app.membersButton.focus()
  await page.keyboard.press('?')
  await expect(shortcuts).toBeVisible()
  await look()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await expect(app.membersButton).toBeFocused()

  await app.account.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(shortcuts).toBeVisible()
}

async function alt({ page, come }: Stage) {
  const app = await come()
  await expect(app.chats).toHaveCount(5)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(app.title).toHaveText(/^Rivera family/)
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(app.title).toHaveText('Tom Becker')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(app.title).toHaveText(/^Rivera family/)

  await page.keyboard.press('Alt+k')
  await expect(app.search).toBeFocused()
  await page.keyboard.press('Alt+c')
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+n')
  await expect(newMessage(page).to).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(newMessage(page).to).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.title).toHaveText(/^Rivera family/)
}

async function everyUnread({ page, clinic, come }: Stage) {
  for (const name of ['Ida Falk', 'Jon Falk', 'Kim Falk']) {
    const chat = addChat(clinic, { name })
    addTexts(clinic, chat, ['May I come today?'])
    chat.unreadCount = 1
  }
  const app = await come()
  const names = () =>
    app.list
      .locator('[data-chat]')
      .evaluateAll((chats) => chats.map((chat) => chat.querySelector('[title]')?.getAttribute('title')))
  await expect.poll(names).toHaveLength(8)
  const waiting = ['Kim Falk', 'Jon Falk', 'Ida Falk']
  expect((await names()).slice(0, 3)).toEqual(waiting)
  for (const name of waiting) {
    await page.keyboard.press('Alt+ArrowDown')
    await expect(app.title).toHaveText(name)
    await expect(app.chat(name)).not.toContainText('unread')
  }
  await page.keyboard.press('Alt+ArrowUp')
  await expect(app.title).toHaveText('Jon Falk')
}

async function letterN({ page, come }: Stage) {
  const app = await come()
  const { to } = newMessage(page)
  await app.search.press('n')
  await expect(app.search).toHaveValue('n')
  await app.search.fill('')
  await app.newChat.focus()
  await page.keyboard.press('n')
  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('Shift+N')
  await expect(to).toBeHidden()
  await page.keyboard.press('n')
  await expect(to).toBeFocused()
  await expect(to).toHaveValue('')
}
