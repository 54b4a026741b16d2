import type { ChatId } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { signIn as client } from '@partyline/driver'
import { activitiesOf } from '../pages/activity.ts'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, arrangeMention } from '../pages/arrange.ts'
import { openNotificationSettings } from '../pages/notification-settings.ts'
import { pushDevice } from '../pages/push-device.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

// The service worker and the subscription would stay for the next test.
test.use({ newBrowsers: true })

const OMAR = 'omar@lakeside.example'
const ALLOWED = { permissions: ['notifications'] }

test('a mention reaches a closed page by push, with IDs only, until its person signs out', async ({ openBrowser }) => {
  const contact = { name: 'Vera Lind', number: '+12025553521' }
  const { id: chatId } = await arrangeChat({ name: contact.name, contact })
  const { context, device, arrived } = await withPush(await openBrowser(ALLOWED), chatId)

  const { id: itemId } = await arrangeMention(chatId, ['Omar Haddad'], 'who calls (202) 555-3521 back?')
  await expect.poll(arrived).toHaveLength(1)
  const [mention] = await arrived()
  expect(mention?.payload).toEqual({ kind: 'mention', chatId, itemId, count: 1 })
  expect(JSON.stringify(mention)).not.toMatch(/Vera|Lind|Dana|Omar|3521|calls/)
  await device.deliver(mention!)
  const shown = ['Vera Lind: Dana Cole mentioned you: @Omar Haddad who calls (202) 555-3521 back?']
  await expect.poll(device.shown).toEqual(shown)

  const page = await context.newPage()
  const app = await signIn(page, 'Omar Haddad')
  expect(await device.shown()).toEqual(shown)
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with Microsoft' })).toBeVisible()
  expect(await device.shown()).toEqual([])
  await arrangeMention(chatId, ['Omar Haddad'], 'it’s done.')
  // Without a device, Omar is told in Teams.
  await expect.poll(() => activitiesOf(OMAR, chatId)).toEqual(['Partyline: someone mentioned you in a note'])
  expect(await arrived()).toHaveLength(1)
})

test('a text unread for half a minute is pushed, and taken back once it is read elsewhere; the settings say why, and when paused', async ({
  openBrowser,
}) => {
  test.setTimeout(120_000)
  const contact = { name: 'Kai Ström', number: '+12025553522' }
  const { id: chatId } = await arrangeChat({ name: contact.name, contact, team: ['Omar Haddad'] })
  const { device, arrived } = await withPush(await openBrowser(ALLOWED), chatId)
  const page = await openBrowser()
  const app = await signIn(page, 'Omar Haddad')

  await textFrom(contact.number, 'Is it my turn?')
  await expect.poll(arrived, { timeout: 60_000 }).toHaveLength(1)
  const [text] = await arrived()
  expect(text?.payload).toEqual({ kind: 'text', chatId, itemId: expect.any(String) as unknown, count: 1 })
  expect(JSON.stringify(text)).not.toMatch(/Kai|Ström|3522|turn/)
  await device.deliver(text!)
  await expect.poll(device.shown).toEqual(['Kai Ström: Kai Ström: Is it my turn?'])
  const { last, pause, back, remove, devices } = await openNotificationSettings(page, app)
  await expect(last).toContainText(
    'Kai Ström: you were notified by push of a text, because the chat is assigned to no one.',
  )

  await back.click()
  await app.open(contact.name)
  await expect.poll(arrived).toHaveLength(2)
  const [, read] = await arrived()
  expect(read?.payload).toEqual({ kind: 'read', chatIds: [chatId] })
  await device.deliver(read!)
  await expect.poll(device.shown).toEqual([])

  await app.account.click()
  await page.getByRole('menuitem', { name: 'Pause notifications' }).click()
  await page.getByRole('menuitem', { name: 'For an hour' }).click()
  await expect(app.toast).toContainText('Notifications paused until')
  // Not in the chat, where the note would be read.
  await openNotificationSettings(page, app)
  await arrangeMention(chatId, ['Omar Haddad'], 'is it?')
  const omar = await client(appUrl(), OMAR)
  await expect.poll(async () => (await omar.get('notifications.get')).last?.reason).toBe('paused')
  await page.reload()
  await expect(last).toContainText(
    'Kai Ström: you weren’t notified by push of a mention, because you had paused notifications.',
  )
  expect(await arrived()).toHaveLength(2)
  await pause.getByRole('button', { name: 'Resume' }).click()
  await expect(pause.getByRole('button', { name: 'For an hour' })).toBeVisible()
  await remove('Chrome on Linux').click()
  await expect(devices).toContainText('None of your devices gets push.')
})

/** Omar turns on push in the browser, and closes the page. */
async function withPush(page: Page, chatId: ChatId) {
  const context = page.context()
  const device = await pushDevice(page)
  const settings = await openNotificationSettings(page, await signIn(page, 'Omar Haddad'))
  await settings.choose('My chats')
  await expect(settings.devices.getByRole('listitem')).toContainText('This device')
  await page.close()
  return { context, device, arrived: () => device.arrived(chatId) }
}
