import { appUrl } from '../pages/addresses.ts'
import { arrangeChat } from '../pages/arrange.ts'
import { hold } from '../pages/network.ts'
import { openNotificationSettings } from '../pages/notification-settings.ts'
import { clickLastNotification, notificationsOf, recordNotifications } from '../pages/notifications.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

test('unread messages are counted, and notifications are offered after a missed one, shown once each, and open its chat', async ({
  openBrowser,
}) => {
  const contact = { name: 'Nils Berg', number: '+12025553140' }
  await arrangeChat({ name: 'Nils Berg', contact })
  const page = await openBrowser()
  await page.addInitScript(recordNotifications('default'))
  const connect = await hold(page, /\/negotiate\?/)
  const app = await signIn(page, 'Dana Cole')
  // Unread chats that other tests have left come before this one.
  await expect(app.chats.first()).toBeVisible()
  const offer = page.getByText('Get notified of new texts?')
  await expect(offer).toBeHidden()

  // A message that arrives before the connection is there counts as missed too.
  await textFrom(contact.number, 'Are you there?')
  await connect()
  await expect(offer).toBeVisible()
  await expect(app.chat(contact.name)).toContainText('1 unread message')
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-unread.svg')
  expect(await notificationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(offer).toBeHidden()

  const other = await page.context().newPage()
  await other.addInitScript(recordNotifications('default'))
  await other.goto(appUrl())
  await other.getByRole('heading', { name: 'Chats' }).waitFor()
  await textFrom(contact.number, 'Hello?')
  await expect.poll(() => notificationsOf(page)).toEqual(['Nils Berg: Nils Berg: Hello?'])
  await expect(other.getByRole('link', { name: 'Nils Berg' })).toContainText('Hello?')
  expect(await notificationsOf(other)).toEqual([])

  await clickLastNotification(page)
  await expect(app.title).toHaveText('Nils Berg')

  const settings = await openNotificationSettings(page, app)
  await expect(settings.choice('My chats')).toBeChecked()
  await settings.choose('Off')
  await settings.back.click()
  await textFrom(contact.number, 'Nobody is told of this')
  await expect(app.chat('Nils Berg')).toContainText('Nobody is told of this')
  await page.reload()
  await openNotificationSettings(page, app)
  await expect(settings.choice('Off')).toBeChecked()
})
