import type { BrowserContextOptions } from '@playwright/test'
import { appUrl, sandboxUrl } from '../pages/addresses.ts'
import { faultsOf } from '../pages/accessibility.ts'
import { openAdmin } from '../pages/admin-page.ts'
import { pictureOf, statusOf } from '../pages/chats-page.ts'
import { colorOf } from '../pages/colors.ts'
import { newChat } from '../pages/new-chat.ts'
import { openPhones } from '../pages/phones-page.ts'
import { signIn } from '../pages/sign-in.ts'
import { openTeams } from '../pages/teams-window.ts'
import { expect, test } from '../test.ts'

/** Reduced motion, so that nothing is semitransparent during checks. */
const SCHEMES: Record<string, { options: BrowserContextOptions; teams: string }> = {
  light: { options: { colorScheme: 'light', reducedMotion: 'reduce' }, teams: 'default' },
  dark: { options: { colorScheme: 'dark', reducedMotion: 'reduce' }, teams: 'dark' },
  'high contrast': { options: { contrast: 'more', reducedMotion: 'reduce' }, teams: 'contrast' },
  'the system’s own colours': { options: { forcedColors: 'active', reducedMotion: 'reduce' }, teams: 'contrast' },
}

for (const [scheme, { options, teams }] of Object.entries(SCHEMES)) {
  test(`sign-in, its error page, the account picker, and an unknown address are accessible in ${scheme}`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser(options)
    await page.goto(`${appUrl()}/auth/error?error=AccessDenied`)
    await page.getByRole('button', { name: 'Back to sign-in' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await page.getByRole('button', { name: 'Sign in with Microsoft' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
    await page.getByRole('heading', { name: 'Pick an account' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`${appUrl()}/no/such/page`)
    await page.getByText('This page doesn’t exist').waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test(`list, chat, right pane, and person menu are accessible in ${scheme}`, async ({ openBrowser }) => {
    const page = await openBrowser(options)
    const app = await signIn(page, 'Dana Cole')
    await app.chat('Rivera family').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await app.search.fill('nobody has this name')
    await app.list.getByText('No results').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await app.search.fill('')

    await app.open('Rivera family')
    await pictureOf(app.transcript).button.first().waitFor()
    await app.membersButton.click()
    await app.members.getByText('About this chat').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await app.account.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test(`the modals are accessible in ${scheme}`, async ({ openBrowser }) => {
    const page = await openBrowser(options)
    const app = await signIn(page, 'Dana Cole')
    await app.open('Rivera family')
    // The newest one, because it is in view: items that scroll into view are measured first and move.
    await statusOf(app.transcript, /^Delivered/)
      .last()
      .click()
    const status = app.dialog('Message Delivery Status')
    await status.getByText('Marta Rivera').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await status.waitFor({ state: 'hidden' })

    const picture = pictureOf(app.transcript).button.first()
    await picture.scrollIntoViewIfNeeded()
    await app.settled()
    await picture.click()
    const image = page.getByRole('dialog').getByRole('link', { name: /in a new tab/ })
    await image.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await image.waitFor({ state: 'hidden' })

    const modal = newChat(page)
    await modal.open()
    await modal.name.fill('')
    await modal.save.click()
    await modal.dialog.getByText('Name should be defined.').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await modal.number.click()
    await page.getByRole('option', { name: 'Billing' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('option', { name: 'Billing' }).click()
    await modal.dialog.getByRole('button', { name: 'Create Mobile' }).click()
    await app.dialog('New External Mobile').waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test(`the phones and the Teams window are accessible in ${scheme}`, async ({ openBrowser }) => {
    const page = await openBrowser(options)
    await openPhones(page)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Add a phone' }).click()
    expect(await faultsOf(page)).toEqual([])

    await signIn(page, 'Dana Cole')
    const { app } = await openTeams(page, { theme: teams })
    await app.chat('Rivera family').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(page.url()).toContain(sandboxUrl())
  })
}

// Other tests check each of its screens in the other themes.
test('the administration is accessible in forced colors', async ({ openBrowser }) => {
  const page = await openBrowser(SCHEMES['the system’s own colours']?.options)
  await openAdmin(page, '/admin/contacts')
  await page.getByRole('table', { name: 'Contacts' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Numbers' }).click()
  await page.getByRole('list', { name: 'Twilio numbers' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  const underline = (name: string) => colorOf(page.getByRole('link', { name, exact: true }), 'borderBottomColor')
  expect(await underline('Contacts')).toBe(await underline('People'))
  expect(await underline('Numbers')).not.toBe(await underline('People'))
})
