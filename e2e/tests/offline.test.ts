import type { Page } from '@playwright/test'
import { arrangeChat } from '../pages/arrange.ts'
import { attach } from '../pages/attach.ts'
import { pictureOf } from '../pages/chats-page.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { textsOn } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const HELD = 'Waiting for the connection'
/** Console errors for requests without a network, and for reconnecting. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|realtime connection failed/

async function sendPicture(page: Page, app: ChatsPage) {
  await attach(page, page)
  await app.send.click()
}

test('messages written offline are sent once and in order after reconnecting', async ({ openBrowser, complaints }) => {
  const contact = { name: 'Olga Stern', number: '+12025553101' }
  await arrangeChat({ name: 'Olga Stern', contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Olga Stern')
  // The code for attaching files loads while the page is idle.
  await page.waitForLoadState('networkidle')

  await page.context().setOffline(true)
  await app.write('First of all')
  await app.write('And then')
  await sendPicture(page, app)
  await expect(app.transcript.getByRole('article')).toHaveCount(3)
  await expect(app.transcript.getByText(HELD)).toHaveCount(3)
  await expect(pictureOf(app.newest).image).toBeVisible()
  await expect(page.getByText('You’re offline')).toBeVisible()

  await page.context().setOffline(false)
  await expect(app.transcript.getByText(HELD)).toHaveCount(0)
  await expect(app.transcript.getByText('Delivered')).toHaveCount(3)
  await expect(app.transcript.getByRole('article')).toHaveCount(3)
  expect(await textsOn(contact.number)).toEqual(['First of all', 'And then', '1 picture'])
  forgive(complaints, NO_NETWORK)
})

/** The IDs of the messages stored in the browser. Checks first, because opening a missing database would create it. */
const KEPT = `(async () => {
  const name = 'partyline.outbox'
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return []
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('records').objectStore('records').getAllKeys()
      reading.onsuccess = () => resolve(reading.result)
      opening.result.close()
    }
  })
})()`

/**
 * The page loads, but no message gets through until `letThrough()`. In the page itself: Playwright lets go of requests that
 * it has intercepted when the page reloads.
 */
const LOSE_MESSAGES = `
  const { fetch } = window
  let isLost = true
  window.letThrough = () => (isLost = false)
  window.fetch = async (input, init) => {
    if (isLost && init?.method === 'POST' && String(input).endsWith('/messages')) throw new TypeError('Failed to fetch')
    return fetch(input, init)
  }`

test('messages waiting for the connection survive a reload, and are sent with the same keys', async ({
  openBrowser,
  complaints,
}) => {
  const contact = { name: 'Paul Stern', number: '+12025553102' }
  await arrangeChat({ name: 'Paul Stern', contact })
  const page = await openBrowser()
  await page.addInitScript(LOSE_MESSAGES)
  const keys = new Set<string | undefined>()
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/messages'))
      keys.add(request.headers()['idempotency-key'])
  })
  const app = await signIn(page, 'Dana Cole')
  await app.open('Paul Stern')

  await app.write('Written before the reload')
  await sendPicture(page, app)
  await expect(app.transcript.getByText(HELD)).toHaveCount(2)
  // Users do not reload as fast as a script.
  await expect.poll(() => page.evaluate<string[]>(KEPT)).toHaveLength(2)
  const kept = await page.evaluate<string[]>(KEPT)
  await page.reload()
  await expect(app.transcript.getByText(HELD)).toHaveCount(2)
  await expect(pictureOf(app.newest).image).toBeVisible()

  expect(keys).toEqual(new Set())
  await page.evaluate("letThrough(); dispatchEvent(new Event('online'))")
  await expect(app.transcript.getByText('Delivered')).toHaveCount(2)
  await expect(app.transcript.getByRole('article')).toHaveCount(2)
  expect(keys).toEqual(new Set(kept))
  await page.reload()
  await expect(app.transcript.getByRole('article')).toHaveCount(2)
  forgive(complaints, NO_NETWORK)
})
