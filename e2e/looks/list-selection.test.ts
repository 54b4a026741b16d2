import { triage } from '../pages/triage.ts'
import { addChat } from './arrange.ts'
import { hold, sent } from './calls.ts'
import { addUnread } from './events.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Selected chats: marked as done by keyboard, and brought back', ({ stage }) => byKeyboard(stage))
test('Selected chats: one is not changed', ({ stage }) => oneFails(stage))
test('Selected chats: marked as read, and only what was unread is unread again', ({ stage }) => markedRead(stage))
test('Selected chats: keep their color under the pointer', ({ stage }) => hovered(stage))
test('Selected chats: by the menu at 390 px', ({ stage }) => narrow(stage))

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dov', 'Eve', 'Finn'].map((name) => `${name} Selected`)
const [TOP = '', SECOND = ''] = NAMES.toReversed()

/** The top of the list has unread chats, the last of these names first. */
async function open({ clinic, come }: Stage) {
  const chats = NAMES.map((name, at) => {
    const chat = addChat(clinic, { name, contacts: [{ name, number: `+1202555720${at}` }] })
    addUnread(clinic, chat, [`From ${name}`])
    return chat
  })
  const app = await come()
  await expect(app.chats.first()).toContainText(`From ${TOP}`)
  return { app, chats }
}

async function byKeyboard(stage: Stage) {
  const { page } = stage
  const { app } = await open(stage)
  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('x')
  await expect(app.selection).toContainText('1 selected')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(app.selection).toContainText('4 selected')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(app.selection).toContainText('3 selected')
  // A picker returns the focus to the row, where the next key works.
  await page.keyboard.press('a')
  // Until it has the focus, keys are the list's.
  await expect(triage(page).findPerson).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(app.toast).toContainText('3 chats marked as done')
  await expect(app.chat(TOP)).toBeHidden()
  await expect(app.chat(SECOND)).toBeHidden()
  await expect(app.selection).toBeHidden()
  await expect(app.chats.first().getByRole('link')).toBeFocused()

  await page.keyboard.press('Control+z')
  await expect(app.toast).toContainText('Undone for 3 chats')
  await expect(app.chat(TOP)).toBeVisible()

  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('Control+a')
  await expect(app.selection).toContainText(/\d+ selected/)
  await page.keyboard.press('Escape')
  await expect(app.selection).toBeHidden()
}

async function oneFails(stage: Stage) {
  const { page, clinic, update } = stage
  const { app, chats } = await open(stage)
  // A list that is fetched again would show that the chat is gone.
  await hold(page, 'chats.search')
  clinic.chats = clinic.chats.filter(({ id }) => id !== chats.at(-2)?.id)
  await update()
  for (const at of [0, 1, 2]) {
    await app.chats.nth(at).hover({ position: { x: 30, y: 30 } })
    await app.chats.nth(at).getByRole('checkbox').check()
  }
  await app.selection.getByRole('button', { name: 'Mark as done' }).click()
  await expect(app.toast).toContainText(`2 chats marked as done. Not changed: ${SECOND}. It does not exist.`)
  await expect(app.selection).toContainText('1 selected')
  await expect(app.chat(SECOND)).toBeVisible()
  await expect.poll(() => sent(page, 'chats.setState')).toHaveLength(3)
}

async function markedRead(stage: Stage) {
  const { page, clinic, come } = stage
  const chat = addChat(clinic, { name: TOP, contacts: [{ name: TOP, number: '+12025557205' }] })
  const [, unread] = addUnread(clinic, chat, ['Before Dana was a member', 'Since then'])
  chat.unreadCount = 1
  const app = await come()
  await app.chat(TOP).focus()
  await page.keyboard.press('x')
  await app.selection.getByRole('button', { name: 'Mark as read' }).click()
  await expect(app.toast).toContainText('1 chat marked as read')
  await page.keyboard.press('Control+z')
  await expect(app.toast).toContainText('Undone for 1 chat')
  await expect
    .poll(() => sent(page, 'chats.viewMessages'))
    .toMatchObject([{ body: { messageIds: [unread?.id], asRead: false } }])
}

async function hovered(stage: Stage) {
  const { look } = stage
  const { app } = await open(stage)
  const backgroundOf = async (name: string) => {
    await app.chat(name).hover()
    return app.chat(name).evaluate((row) => row.ownerDocument.defaultView!.getComputedStyle(row).backgroundColor)
  }
  const plain = await backgroundOf(TOP)
  // The selected row, and one that is open too.
  for (const name of [TOP, SECOND]) {
    if (name === SECOND) await app.open(name)
    await app.chat(name).press('x')
    await expect.poll(() => backgroundOf(name)).toBe(BRAND_HOVERED)
    await expect.poll(() => backgroundOf(NAMES[0]!)).toBe(plain)
  }
  await app.chat(SECOND).hover()
  await look()
}

/** Fluent's `colorBrandBackground2Hover`. */
const BRAND_HOVERED = 'rgb(220, 224, 250)'

async function narrow(stage: Stage) {
  const { page } = stage
  await page.setViewportSize({ width: 390, height: 844 })
  const { app } = await open(stage)
  await app.chats.first().getByRole('link').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await expect(app.selection).toContainText('1 selected')
  await app.chats.nth(1).getByRole('checkbox').click()
  await expect(app.selection).toContainText('2 selected')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await app.selection.getByRole('button', { name: 'Mark as done' }).click()
  await expect(app.toast).toContainText('2 chats marked as done')
}
