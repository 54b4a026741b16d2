import { faultsOf } from '../pages/accessibility.ts'
import { arrangeChat, viewAll } from '../pages/arrange.ts'
import { newMessage } from '../pages/new-chat.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('a question mark lists the shortcuts, except in a text field', async ({ openBrowser }) => {
  const page = await openBrowser({ reducedMotion: 'reduce' })
  const app = await signIn(page, 'Dana Cole')
  const shortcuts = app.dialog('Keyboard shortcuts')
  await app.open('Tom Becker')
  await app.text.press('?')
  await expect(app.text).toHaveValue('?')
  await expect(shortcuts).toBeHidden()
  await app.text.fill('')

  await app.membersButton.focus()
  await page.keyboard.press('?')
  await expect(shortcuts).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await expect(app.membersButton).toBeFocused()

  await app.account.click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(shortcuts).toBeVisible()
})

test('Alt with arrow keys moves between chats, and with letters to the search, the composer, and a new chat', async ({
  openBrowser,
}) => {
  await viewAll()
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const names = app.list.getByRole('link')
  await expect(names).not.toHaveCount(0)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(app.title).toBeVisible()
  const first = await app.title.innerText()
  await expect(app.text).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(app.title).not.toHaveText(first)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(app.title).toHaveText(first)

  await page.keyboard.press('Alt+k')
  await expect(app.search).toBeFocused()
  await page.keyboard.press('Alt+c')
  await expect(app.text).toBeFocused()
  const title = await app.title.innerText()
  await page.keyboard.press('Alt+n')
  await expect(newMessage(page).to).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(newMessage(page).to).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(app.title).toHaveText(title)
})

test('N on a chat of the list begins a new chat; elsewhere it is a letter', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
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
})

test('Alt with arrow keys reaches every unread chat, although those that were read move down', async ({
  openBrowser,
}) => {
  await viewAll()
  const waiting = [
    { name: 'Ida Falk', number: '+12025553211' },
    { name: 'Jon Falk', number: '+12025553212' },
    { name: 'Kim Falk', number: '+12025553213' },
  ]
  for (const contact of waiting) await arrangeChat({ name: contact.name, contact })
  for (const { number } of waiting) await textFrom(number, 'May I come today?')
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await expect(app.chats.filter({ hasText: 'Falk' }).filter({ hasText: '1 unread message' })).toHaveCount(3)
  const names = () =>
    app.list
      .locator('[data-chat]')
      .evaluateAll((chats) => chats.map((chat) => chat.querySelector('[title]')?.getAttribute('title')))
  const waited = (await names()).slice(0, 3) as string[]
  for (const name of waited) {
    await page.keyboard.press('Alt+ArrowDown')
    await expect(app.title).toHaveText(name)
    await expect(app.chat(name)).not.toContainText('unread')
  }
  await page.keyboard.press('Alt+ArrowUp')
  await expect(app.title).toHaveText(waited[1] ?? '')
})
