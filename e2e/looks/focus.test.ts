import type { Locator } from '@playwright/test'
import { chatPane } from '../pages/chat-pane.ts'
import { statusOf } from '../pages/chats-page.ts'
import { pendingMessages } from '../pages/pending.ts'
import { triage } from '../pages/triage.ts'
import { addChat, addTexts } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

for (const by of ['mouse', 'keyboard'] as const) {
  test(`Focus by ${by}: a closed dialog returns it`, ({ stage }) => dialogs(stage, by))
  test(`Focus by ${by}: naming a caller keeps it in the header`, ({ stage }) => naming(stage, by))
  test(`Focus by ${by}: undoing for several chats keeps it in the list`, ({ stage }) => undoing(stage, by))
}

type By = 'mouse' | 'keyboard'

const press = (by: By, control: Locator) => (by === 'mouse' ? control.click() : control.press('Enter'))

/** The focused element, after the few frames in which the focus may still be returned. */
async function focused({ page }: Stage): Promise<string | undefined> {
  await page.waitForTimeout(300)
  return page.evaluate<string | undefined>('document.activeElement?.tagName')
}

async function dialogs(stage: Stage, by: By) {
  const { page, clinic, come } = stage
  addTexts(
    clinic,
    addChat(clinic, { name: 'Ola Norton', contacts: [{ name: 'Ola Norton', number: '+12025553190' }] }),
    ['Hi'],
  )
  const app = await come()
  await app.open('Ola Norton')
  const pane = chatPane(page)
  const menus = pendingMessages(page)
  const item = (name: string) => page.getByRole('menuitem', { name })
  const steps: [string, Locator[]][] = [
    ['Keyboard shortcuts', [app.account, item('Keyboard shortcuts')]],
    ['Active sessions', [app.account, item('Active sessions')]],
    ['Message Delivery Status', [statusOf(app.message('Hi'), 'Delivered')]],
    ['Send later', [menus.more, item('Pick a date and time')]],
    ['Snooze until', [triage(page).snooze, item('Custom date and time')]],
    ['Chat settings', [app.membersButton, pane.change]],
    ['Leave chat', [pane.more, pane.leave]],
    ['Delete chat', [pane.more, pane.delete]],
  ]
  for (const [title, [first, second]] of steps) {
    if (title === 'Send later') await app.text.fill('Soon')
    for (const close of ['Escape', 'button'] as const) {
      const dialog = app.dialog(title)
      if (title !== 'Chat settings' || close === 'Escape') await press(by, first!)
      if (second) await press(by, second)
      else if (title === 'Chat settings') await press(by, pane.change)
      await expect(dialog).toBeVisible()
      if (close === 'Escape') await page.keyboard.press('Escape')
      else await press(by, dialog.getByRole('button', { name: /^(Close|Cancel)$/ }))
      await expect(dialog).toBeHidden()
      expect(await focused(stage), `${title}, ${close}`).not.toBe('BODY')
    }
  }
}

async function naming(stage: Stage, by: By) {
  const { page, clinic, come } = stage
  const number = '+12025553191'
  addChat(clinic, { name: '(202) 555-3191', contacts: [{ name: number, number }] })
  const app = await come()
  await app.open('(202) 555-3191')
  await press(by, page.getByRole('button', { name: 'Add name' }))
  const dialog = app.dialog('Add name')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tamsin Hale')
  await press(by, dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add name' })).toBeHidden()
  await expect.poll(() => focused(stage)).not.toBe('BODY')
}

async function undoing(stage: Stage, by: By) {
  const { page, clinic, come } = stage
  for (const name of ['Ada Both', 'Ben Both']) addChat(clinic, { name })
  const app = await come()
  await app.chats.first().getByRole('link').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await press(by, app.selection.getByRole('button', { name: 'Mark as done' }))
  await expect(app.toast).toContainText('2 chats marked as done')
  await press(by, triage(page).undo)
  await expect(app.toast).toContainText('Undone for 2 chats')
  await expect.poll(() => focused(stage)).not.toBe('BODY')
}
