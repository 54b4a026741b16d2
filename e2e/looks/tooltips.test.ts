import { findBar } from '../pages/find-bar.ts'
import { newChat } from '../pages/new-chat.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

test('Tooltips: the pointer and the keyboard open them, with the shortcut', ({ stage }) => opened(stage))
test('Tooltips: a press, Escape, and leaving close them', ({ stage }) => closed(stage))
test('Tooltips: they are in the dialog of their control', ({ stage }) => inDialog(stage))
test.describe('at 390×844', () => {
  test.use({ device: 'phone' })
  test('Tooltips: a touch opens none', ({ stage }) => touched(stage))
})

const tooltipOf = ({ page }: Stage) => page.getByRole('tooltip')

async function opened(stage: Stage) {
  const { page, come, look } = stage
  const tooltip = tooltipOf(stage)
  const app = await come()
  await app.open('Tom Becker')
  await page.getByRole('button', { name: 'Mark as done' }).hover()
  await expect(tooltip).toHaveText('Mark as doneAltE')
  await expect(tooltip.locator('kbd')).toHaveText(['Alt', 'E'])
  await look()
  await page.getByRole('button', { name: 'Find in this chat' }).hover()
  await expect(tooltip).toHaveText('Find in this chatCtrlF')
  await page.getByRole('button', { name: 'Attach pictures' }).hover()
  await expect(tooltip).toHaveText('Attach pictures')
  await page.mouse.move(700, 400)
  await expect(tooltip).toBeHidden()

  // A focus that the app moves opens none.
  await app.membersButton.click()
  await expect(page.getByRole('button', { name: 'Close Details' })).toBeFocused()
  await page.mouse.move(700, 400)
  await page.keyboard.press('Shift+Tab')
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(tooltip).toHaveText('Close')
}

async function closed(stage: Stage) {
  const { page, come } = stage
  const tooltip = tooltipOf(stage)
  const app = await come()
  await app.open('Tom Becker')
  const snooze = page.getByRole('button', { name: 'Snooze', exact: true })
  await snooze.hover()
  await expect(tooltip).toBeVisible()
  await snooze.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(tooltip).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(tooltip).toBeHidden()

  await page.keyboard.press('Shift+Tab')
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()

  // A key that moved the focus before a click does not count for it.
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Find in this chat' }).click()
  await expect(findBar(page).field).toBeFocused()
  await page.waitForTimeout(500)
  await expect(tooltip).toBeHidden()
  await page.keyboard.press('Escape')

  // Its control disappears below the pointer.
  const done = page.getByRole('button', { name: 'Mark as done' })
  await done.hover()
  await expect(tooltip).toContainText('Mark as done')
  await page.keyboard.press('Alt+e')
  await expect(done).toBeHidden()
  await expect(tooltip).toBeHidden()
}

async function inDialog(stage: Stage) {
  const { page, come, look } = stage
  await come()
  const form = newChat(page)
  await form.open()
  const close = form.dialog.getByRole('button', { name: 'Close' })
  if ((await close.count()) === 0) return
  await close.hover()
  await expect(form.dialog.getByRole('tooltip')).toBeVisible()
  await look()
}

async function touched(stage: Stage) {
  const { page, come } = stage
  const app = await come()
  await app.chat('Tom Becker').tap()
  await app.settled()
  await page.getByRole('button', { name: 'Emoji' }).tap()
  await expect(page.getByRole('row').first()).toBeVisible()
  await page.waitForTimeout(500)
  await expect(tooltipOf(stage)).toBeHidden()
}
