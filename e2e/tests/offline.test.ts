import type { Page } from '@playwright/test'
import { arrangeChat } from '../pages/arrange.ts'
import { attach } from '../pages/attach.ts'
import { pictureOf } from '../pages/chats-page.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { forgive } from '../pages/complaints.ts'
import { answer } from '../pages/network.ts'
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

/** Number of messages stored in the browser. Checks first, because opening a missing database would create it. */
const KEPT = `(async () => {
  const name = 'partyline.outbox'
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return 0
  return new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('records').objectStore('records').count()
      counting.onsuccess = () => resolve(counting.result)
      opening.result.close()
    }
  })
})()`

test('messages waiting for the connection survive a reload, and are sent with the same key', async ({
  openBrowser,
  complaints,
}) => {
  const contact = { name: 'Paul Stern', number: '+12025553102' }
  await arrangeChat({ name: 'Paul Stern', contact })
  const page = await openBrowser()
  const app = await signIn(page, 'Dana Cole')
  await app.open('Paul Stern')

  const keys: (string | undefined)[] = []
  // The page loads, but no message gets through.
  const undo = await answer(page, 'messages.send', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.abort('internetdisconnected')
  })
  await app.write('Written before the reload')
  await sendPicture(page, app)
  await expect(app.transcript.getByText(HELD)).toHaveCount(2)
  // Users do not reload as fast as a script.
  await expect.poll(() => page.evaluate<number>(KEPT)).toBe(2)
  await page.reload()
  await expect(app.transcript.getByText(HELD)).toHaveCount(2)
  await expect(pictureOf(app.newest).image).toBeVisible()

  await undo()
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/messages'))
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  expect((await sent).headers()['idempotency-key']).toBe(keys[0])
  await expect(app.transcript.getByText('Delivered')).toHaveCount(2)
  await expect(app.transcript.getByRole('article')).toHaveCount(2)
  expect(new Set(keys)).toEqual(new Set([keys[0]]))
  await page.reload()
  await expect(app.transcript.getByRole('article')).toHaveCount(2)
  forgive(complaints, NO_NETWORK)
})
