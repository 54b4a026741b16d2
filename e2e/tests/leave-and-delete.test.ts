import type { BrowserContextOptions } from '@playwright/test'
import { signIn as driverSignIn } from '@partyline/driver'
import { faultsOf } from '../pages/accessibility.ts'
import { appUrl, chatUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeNotes, DANA } from '../pages/arrange.ts'
import { chatPane } from '../pages/chat-pane.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const SIZES: Record<string, BrowserContextOptions> = {
  '1366 px': {},
  '390 px': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

for (const [size, options] of Object.entries(SIZES)) {
  test(`at ${size}, leaving and deleting a chat are confirmed, and return to the list`, async ({ openBrowser }) => {
    const toLeave = `To be left at ${size}`
    const toDelete = `To be deleted at ${size}`
    await arrangeNotes(toLeave)
    await arrangeNotes(toDelete)
    const page = await openBrowser(options)
    const app = await signIn(page, 'Dana Cole')
    const pane = chatPane(page)

    await app.open(toLeave)
    await app.membersButton.click()
    await pane.leave.click()
    await expect(pane.leaveDialog).toContainText('Are you sure to leave current chat?')
    await pane.leaveDialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(pane.leaveDialog).toBeHidden()
    await pane.leave.click()
    await pane.leaveDialog.getByRole('button', { name: 'Leave' }).click()
    await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
    await expect(app.chat(toLeave)).toHaveCount(0)

    await app.open(toDelete)
    // At full width the pane is still open.
    if (await pane.delete.isHidden()) await app.membersButton.click()
    await pane.delete.click()
    await expect(pane.deleteDialog).toContainText("You're going to delete chat.")
    await expect(pane.deleteDialog).toContainText(`“${toDelete}” will be deleted for everyone.`)
    await expect(pane.deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(async () => {
      const cancel = await pane.deleteDialog.getByRole('button', { name: 'Cancel' }).boundingBox()
      const confirm = await pane.deleteDialog.getByRole('button', { name: 'Delete' }).boundingBox()
      // Like in Teams: on the right, and on a phone on top.
      if (size === '390 px') expect(confirm?.y).toBeLessThan(cancel?.y ?? 0)
      else expect(confirm?.x).toBeGreaterThan(cancel?.x ?? 0)
    }).toPass()
    await pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
    await expect(app.chat(toDelete)).toHaveCount(0)
  })
}

test('an Admin deletes a chat without users', async ({ openBrowser }) => {
  const contact = { name: 'Edda Lang', number: '+12025553214' }
  const { id: chatId } = await arrangeChat({ name: 'Edda Lang', contact })
  const dana = await driverSignIn(appUrl(), DANA)
  await dana.get('chats.leave', { params: { chatId } })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  const pane = chatPane(page)
  await page.goto(chatUrl(chatId))
  await app.membersButton.click()
  await expect(pane.change).toBeVisible()
  await expect(pane.leave).toBeHidden()
  await pane.delete.click()
  await pane.deleteDialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).not.toHaveURL(/chat=[0-9a-f]/)
})

/** Reduced motion, so that nothing is semitransparent during checks. */
const SCHEMES: Record<string, BrowserContextOptions> = {
  light: { colorScheme: 'light', reducedMotion: 'reduce' },
  dark: { colorScheme: 'dark', reducedMotion: 'reduce' },
  'high contrast': { contrast: 'more', reducedMotion: 'reduce' },
  'the system’s own colours': { forcedColors: 'active', reducedMotion: 'reduce' },
}

for (const [scheme, options] of Object.entries(SCHEMES)) {
  test(`chat settings and the confirmations are accessible in ${scheme}`, async ({ openBrowser }) => {
    const page = await openBrowser(options)
    const app = await signIn(page, 'Dana Cole')
    const pane = chatPane(page)
    await app.open('Rivera family')
    await app.membersButton.click()
    await pane.change.click()
    await pane.relay.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await pane.name.fill('')
    await pane.save.click()
    await pane.settings.getByText('Name should be defined.').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await pane.settings.getByRole('button', { name: 'Cancel' }).click()
    for (const [button, dialog] of [
      [pane.leave, pane.leaveDialog],
      [pane.delete, pane.deleteDialog],
    ] as const) {
      await button.click()
      await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    }
  })
}
