import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeNotes } from '../pages/arrange.ts'
import { attach } from '../pages/attach.ts'
import { pictureOf } from '../pages/chats-page.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { signIn } from '../pages/sign-in.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

const CHAT = 'Back and forth'
const OTHER = 'Back and on'

async function openChat(page: Page): Promise<ChatsPage> {
  await arrangeNotes(CHAT)
  await arrangeNotes(OTHER)
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  return app
}

for (const [size, viewport] of Object.entries({
  '1366 px': { width: 1366, height: 768 },
  '390 px': { width: 390, height: 844 },
})) {
  test(`at ${size}, Back closes the modal, then the pane, then the chat; Forward reopens no modal`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ viewport })
    const app = await openChat(page)
    const settings = app.dialog('Chat settings')
    await app.membersButton.click()
    await app.members.getByRole('button', { name: 'Chat settings' }).click()
    await expect(settings).toBeVisible()

    await page.goBack()
    await expect(settings).toBeHidden()
    await expect(app.members).toBeVisible()
    await page.goBack()
    await expect(app.members).toBeHidden()
    await expect(app.title).toHaveText(CHAT)
    await page.goForward()
    await expect(app.title).toHaveText(CHAT)
    await expect(app.members).toBeHidden()
    await page.goBack()
    await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
    await expect(app.chat(CHAT)).toBeVisible()
  })
}

test('Back closes the picture viewer and stays in the chat', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await openChat(page)
  await attach(page, page)
  await app.write('Look')
  await pictureOf(app.message('Look')).button.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(app.title).toHaveText(CHAT)
  await page.goBack()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
})

test('Back closes a menu or the emoji picker first', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await openChat(page)
  await app.write('Look')
  const menu = page.getByRole('menu')
  const emoji = page.getByRole('dialog', { name: 'Emoji' })
  for (const [button, opened] of [
    [app.account, menu],
    [app.message('Look').getByRole('button', { name: /^More about/ }), menu],
    [page.getByRole('button', { name: 'Emoji' }), emoji],
  ] as const) {
    await button.click()
    await expect(opened).toBeVisible()
    await page.goBack()
    await expect(opened).toBeHidden()
    await expect(app.title).toHaveText(CHAT)
  }
  // An item that navigates leaves no history entry of the menu behind.
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Connection' }).click()
  await expect(page).toHaveURL(/\/connection$/)
  await page.goBack()
  await expect(app.title).toHaveText(CHAT)
  await page.goBack()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
})

test('closing something by hand leaves no history entry, also after creating a chat', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await openChat(page)
  await app.membersButton.click()
  await expect(app.members).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(app.members).toBeHidden()
  await newChat(page).open()
  await expect(newChat(page).dialog).toBeVisible()
  await newChat(page).cancel.click()
  await expect(newChat(page).dialog).toBeHidden()
  await newMessage(page).close.click()
  await expect(newMessage(page).view).toBeHidden()
  await page.goBack()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
})

test('a pane that stays open for the next chat is closed first', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await openChat(page)
  await app.membersButton.click()
  await expect(app.members).toBeVisible()
  await app.chat(OTHER).click()
  await expect(app.title).toHaveText(OTHER)
  await expect(app.members).toBeVisible()
  await page.goBack()
  await expect(app.members).toBeHidden()
  await expect(app.title).toHaveText(OTHER)
  await page.goBack()
  await expect(app.title).toHaveText(CHAT)
})

test('after a reload, Back goes to the previous page, not to a closed pane', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await openChat(page)
  await app.membersButton.click()
  await expect(app.members).toBeVisible()
  await page.reload()
  await expect(app.title).toHaveText(CHAT)
  await page.goBack()
  await expect(page).toHaveURL(`${appUrl()}/`)
})

test('in Teams too, Back closes the topmost layer and stays in the app', async ({ openBrowser }) => {
  await arrangeNotes(CHAT)
  const page = await openBrowser()
  const { app, frame } = await openTeams(page)
  await app.open(CHAT)
  await app.list.getByRole('button', { name: 'More', exact: true }).click()
  await expect(frame.getByRole('menu')).toBeVisible()
  await page.evaluate('history.back()')
  await expect(frame.getByRole('menu')).toBeHidden()
  await app.membersButton.click()
  await expect(app.members).toBeVisible()
  await page.evaluate('history.back()')
  await expect(app.members).toBeHidden()
  await expect(app.title).toHaveText(CHAT)
  await page.evaluate('history.back()')
  await expect(app.title).toBeHidden()
  await expect(app.chat(CHAT)).toBeVisible()
})
