import { signIn as client } from '@partyline/driver'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, DANA } from '../pages/arrange.ts'
import { makeLong } from '../pages/list-answers.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

/** An unfocused window in a browser that has granted notifications and records them. */
const GRANTED = `
  Document.prototype.hasFocus = () => false
  window.told = []
  window.Notification = class extends EventTarget {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor(title) {
      super()
      window.told.push(title)
      window.lastNotification = this
    }
    close() {}
  }
`

/** Like Chrome on Android: the constructor exists but throws. */
const REFUSED = `
  Document.prototype.hasFocus = () => false
  window.tried = 0
  window.Notification = class {
    static permission = 'granted'
    static requestPermission = async () => 'granted'
    constructor() {
      window.tried += 1
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.')
    }
  }
`

async function notifyMe(page: Page) {
  await page.getByRole('button', { name: 'Account and theme' }).click()
  await page.getByRole('menuitemradio', { name: 'My chats' }).click()
  await page.keyboard.press('Escape')
}

async function toAdministration(page: Page) {
  await page.getByRole('button', { name: 'Account and theme' }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('the administration also shows unread messages, and notifies about new ones', async ({ openBrowser }) => {
  const contact = { name: 'Lena Holt', number: '+12025553170' }
  await arrangeChat({ name: 'Lena Holt', contact })
  const page = await openBrowser()
  await page.addInitScript(GRANTED)
  const app = await signIn(page, 'Dana Cole')
  await notifyMe(page)
  await toAdministration(page)

  await textFrom(contact.number, 'Is anybody there?')
  await expect.poll(() => page.evaluate<string[]>('window.told')).toEqual(['Lena Holt'])
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-unread.svg')
  await page.evaluate("window.lastNotification.dispatchEvent(new Event('click'))")
  await expect(app.title).toHaveText('Lena Holt')
})

test('the title counts all unread messages, also those outside the loaded list', async ({ openBrowser }) => {
  const contact = { name: 'Rosa Weil', number: '+12025553172' }
  await arrangeChat({ name: 'Rosa Weil', contact })
  const dana = await client(appUrl(), DANA)
  const total = async () => (await dana.get('chats.unreadTotal')).messages
  const messages = (await total()) + 1
  await textFrom(contact.number, 'Good morning')
  await expect.poll(total).toBe(messages)
  const page = await openBrowser()
  await makeLong(page, { unreadCount: 1 })
  await signIn(page, 'Dana Cole')
  await expect(page).toHaveTitle(new RegExp(String.raw`^\(${messages}\) `))
  await textFrom(contact.number, 'Are you there?')
  await expect(page).toHaveTitle(new RegExp(String.raw`^\(${messages + 1}\) `))
})

test('a browser that refuses to show notifications causes no error', async ({ openBrowser }) => {
  const contact = { name: 'Otto Brandt', number: '+12025553171' }
  await arrangeChat({ name: 'Otto Brandt', contact })
  const page = await openBrowser()
  await page.addInitScript(REFUSED)
  const app = await signIn(page, 'Dana Cole')
  await notifyMe(page)
  await textFrom(contact.number, 'Good evening')
  await expect.poll(() => page.evaluate<number>('window.tried')).toBe(1)
  await expect(app.chat('Otto Brandt')).toContainText('Good evening')
})

test('a draft is still there after visiting the administration', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Priya Shah')
  await app.text.fill('Half a sentence')
  await app.attach.locator('xpath=..').locator('input[type=file]').setInputFiles('docs/images/chat.png')
  const attached = page.getByRole('button', { name: 'Remove chat.png' })
  await expect(attached).toBeVisible()
  await toAdministration(page)
  await page.goBack()
  await expect(app.text).toHaveValue('Half a sentence')
  await expect(attached).toBeVisible()
})
