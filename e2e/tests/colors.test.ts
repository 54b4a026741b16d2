import type { BrowserContextOptions } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { colorOf, contrastOf, isRed } from '../pages/colors.ts'
import { openPhones } from '../pages/phones-page.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const CHAT = 'Rivera family'

test('a contact has the same color in the app and on the phones page', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open(CHAT)
  const inApp = await colorOf(app.message('Thursday please').getByText('MR', { exact: true }), 'backgroundColor')
  await openPhones(page)
  const onPhone = page.getByRole('article', { name: 'Marta Rivera’s phone' }).getByText('MR', { exact: true })
  expect(await colorOf(onPhone, 'backgroundColor')).toBe(inApp)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in the ${colorScheme} theme, buttons that leave or delete a chat are red, and others are not`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ colorScheme, reducedMotion: 'reduce' })
    const app = await signIn(page, 'Dana Cole')
    const pane = chatPane(page)
    await app.open(CHAT)
    await app.membersButton.click()
    expect(isRed(await colorOf(pane.change, 'color'))).toBe(false)
    for (const [button, dialog, label] of [
      [pane.leave, pane.leaveDialog, 'Leave'],
      [pane.delete, pane.deleteDialog, 'Delete'],
    ] as const) {
      expect(isRed(await colorOf(button, 'color'))).toBe(true)
      await button.click()
      const confirm = dialog.getByRole('button', { name: label })
      await expect.poll(async () => isRed(await colorOf(confirm, 'backgroundColor'))).toBe(true)
      const cancel = dialog.getByRole('button', { name: 'Cancel' })
      await expect(cancel).toBeFocused()
      expect(isRed(await colorOf(cancel, 'backgroundColor'))).toBe(false)
      await cancel.click()
    }
  })

  test(`in the ${colorScheme} theme, buttons that stop or delete are red in the administration too`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ colorScheme, reducedMotion: 'reduce' })
    const { number, dialog } = await openAdmin(page, '/admin/twilio')
    const stop = number('Front desk').getByRole('button', { name: 'Stop using' })
    expect(isRed(await colorOf(stop, 'color'))).toBe(true)
    expect(isRed(await colorOf(number('Spare line').getByRole('button', { name: 'Use' }), 'color'))).toBe(false)
    await stop.click()
    const confirm = dialog('Stop using Twilio number').getByRole('button', { name: 'Stop using' })
    await expect.poll(async () => isRed(await colorOf(confirm, 'backgroundColor'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(confirm).toBeHidden()

    await page.getByRole('link', { name: 'Contacts' }).click()
    await page.getByRole('button', { name: 'Edit Henry Okafor' }).click()
    const remove = dialog('Edit mobile number').getByRole('button', { name: 'Delete' })
    expect(isRed(await colorOf(remove, 'color'))).toBe(true)
  })
}

const HIGH_CONTRAST: Record<string, BrowserContextOptions> = {
  'high contrast': { contrast: 'more' },
  'the system’s own colors': { forcedColors: 'active' },
}
/** WCAG's minimum contrast for enabled controls; it has none for disabled buttons. */
const READABLE = 4.5

for (const [scheme, options] of Object.entries(HIGH_CONTRAST)) {
  test(`in ${scheme}, disabled buttons are readable`, async ({ openBrowser }) => {
    const page = await openBrowser({ ...options, reducedMotion: 'reduce' })
    const app = await signIn(page, 'Dana Cole')
    await app.open(CHAT)
    await expect(app.send).toBeDisabled()
    expect(await contrastOf(app.send)).toBeGreaterThanOrEqual(READABLE)
    await page.goto(`${appUrl()}/admin`)
    const save = page.getByRole('button', { name: 'Save' }).first()
    await expect(save).toBeDisabled()
    expect(await contrastOf(save)).toBeGreaterThanOrEqual(READABLE)
  })
}
