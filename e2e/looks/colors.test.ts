import { chatPane } from '../pages/chat-pane.ts'
import { colorOf, contrastOf, isRed } from '../pages/colors.ts'
import { inTheme } from '../pages/schemes.ts'
import { addSpareLine, makeNew } from './arrange.ts'
import { expect, test } from './look.ts'
import type { Stage } from './look.ts'

for (const theme of ['light', 'dark'] as const) {
  test(`Red in the ${theme} theme: deleting a chat, but not leaving it`, ({ stage }) => redInChat(stage, theme))
  test(`Red in the ${theme} theme: stopping and deleting as an Admin`, ({ stage }) => redForAdmins(stage, theme))
}
for (const theme of ['contrast', 'forced'] as const) {
  test(`Disabled buttons are readable in the theme ${theme}`, ({ stage }) => disabledButtons(stage, theme))
}
test('The next step of the setup has a circle in forced colors', ({ stage }) => nextStep(stage))
test('The administration’s current page is underlined in forced colors', ({ stage }) => underline(stage))

async function redInChat({ page, come }: Stage, theme: 'light' | 'dark') {
  const app = await come()
  await inTheme({ page, frame: page }, theme)
  const pane = chatPane(page)
  await app.open('Rivera family')
  await app.membersButton.click()
  expect(isRed(await colorOf(pane.change, 'color'))).toBe(false)
  for (const [action, dialog, label] of [
    ['Leave chat', pane.leaveDialog, 'Leave'],
    ['Delete chat', pane.deleteDialog, 'Delete'],
  ] as const) {
    await pane.choose(action)
    const confirm = dialog.getByRole('button', { name: label })
    await expect.poll(async () => isRed(await colorOf(confirm, 'backgroundColor'))).toBe(label === 'Delete')
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    if (label === 'Delete') await expect(cancel).toBeFocused()
    expect(isRed(await colorOf(cancel, 'backgroundColor'))).toBe(false)
    await cancel.click()
  }
}

async function redForAdmins({ page, clinic, come }: Stage, theme: 'light' | 'dark') {
  addSpareLine(clinic)
  const { dialog } = await come('/admin/twilio')
  await inTheme({ page, frame: page }, theme)
  const line = (name: string) =>
    page.getByRole('list', { name: 'Twilio numbers' }).getByRole('listitem').filter({ hasText: name })
  await line('Front desk')
    .getByRole('button', { name: /^More actions/ })
    .click()
  const stop = page.getByRole('menuitem', { name: 'Stop using' })
  expect(isRed(await colorOf(stop, 'color'))).toBe(true)
  expect(isRed(await colorOf(line('Spare line').getByRole('button', { name: 'Use' }), 'color'))).toBe(false)
  await stop.click()
  const confirm = dialog('Stop using Twilio number').getByRole('button', { name: 'Stop using' })
  await expect.poll(async () => isRed(await colorOf(confirm, 'backgroundColor'))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(confirm).toBeHidden()

  await page.getByRole('link', { name: 'Contact settings' }).click()
  await page.getByRole('button', { name: 'Edit Henry Okafor' }).click()
  const remove = dialog('Edit mobile number').getByRole('button', { name: 'Delete' })
  expect(isRed(await colorOf(remove, 'color'))).toBe(true)
}

/** WCAG's minimum contrast for enabled controls; it has none for disabled buttons. */
const READABLE = 4.5

async function disabledButtons({ page, come }: Stage, theme: 'contrast' | 'forced') {
  const app = await come()
  await inTheme({ page, frame: page }, theme)
  await app.open('Rivera family')
  await expect(app.send).toBeDisabled()
  await expect.poll(() => contrastOf(app.send)).toBeGreaterThanOrEqual(READABLE)
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  const save = page.getByRole('button', { name: 'Save' }).first()
  await expect(save).toBeDisabled()
  await expect.poll(() => contrastOf(save)).toBeGreaterThanOrEqual(READABLE)
}

async function underline({ page, come }: Stage) {
  await come('/admin/twilio')
  await expect(page.getByRole('list', { name: 'Twilio numbers' })).toBeVisible()
  await inTheme({ page, frame: page }, 'forced')
  const colorUnder = (name: string) => colorOf(page.getByRole('link', { name, exact: true }), 'borderBottomColor')
  await expect.poll(() => colorUnder('Contact settings')).toBe(await colorUnder('People'))
  await expect.poll(() => colorUnder('Numbers')).not.toBe(await colorUnder('People'))
}

async function nextStep({ page, clinic, come }: Stage) {
  makeNew(clinic)
  await come('/admin/setup')
  const next = page.getByRole('main').getByText('1', { exact: true })
  await expect(next).toBeVisible()
  await inTheme({ page, frame: page }, 'forced')
  await expect.poll(() => colorOf(next, 'borderBottomColor')).toBe(await colorOf(next, 'color'))
  await expect(next).toHaveCSS('border-bottom-width', '1px')
}
