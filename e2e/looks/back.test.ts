import { pictureOf } from '../pages/chats-page.ts'
import { newChat, newMessage } from '../pages/new-chat.ts'
import { addChat, addPicture, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Back: closes the modal, then the pane, then the chat', ({ stage }) => layers(stage))
test('Back: the same at 390 px', ({ stage }) => layersOnPhone(stage))
test('Back: closes the picture viewer', ({ stage }) => viewer(stage))
test('Back: closes a menu or the emoji picker', ({ stage }) => menus(stage))
test('Back: nothing is left of what was closed by hand', ({ stage }) => closedByHand(stage))
test('Back: a pane that stays open for the next chat', ({ stage }) => keptPane(stage))

const CHAT = 'Back and forth'
const OTHER = 'Back and on'

/** From the list, opens a chat with a message that has a picture. */
async function openChat({ clinic, come }: Stage) {
  addChat(clinic, { name: OTHER })
  const chat = addChat(clinic, { name: CHAT })
  for (const message of addTexts(clinic, chat, ['Look'])) addPicture(message)
  const app = await come()
  await app.open(CHAT)
  return app
}

async function layers(stage: Stage) {
  const { page } = stage
  const app = await openChat(stage)
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
  // Forward reopens no modal.
  await page.goForward()
  await expect(app.title).toHaveText(CHAT)
  await expect(app.members).toBeHidden()
  await page.goBack()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
  await expect(app.chat(CHAT)).toBeVisible()
}

async function layersOnPhone(stage: Stage) {
  await stage.page.setViewportSize({ width: 390, height: 844 })
  await layers(stage)
}

async function viewer(stage: Stage) {
  const { page } = stage
  const app = await openChat(stage)
  await pictureOf(app.message('Look')).button.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(app.title).toHaveText(CHAT)
  await page.goBack()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
}

async function menus(stage: Stage) {
  const { page } = stage
  const app = await openChat(stage)
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
}

async function closedByHand(stage: Stage) {
  const { page } = stage
  const app = await openChat(stage)
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
}

async function keptPane(stage: Stage) {
  const { page } = stage
  const app = await openChat(stage)
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
}
