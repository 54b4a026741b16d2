import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { chatId, sampleChat } from '@partyline/web/looks'
import { test as base, expect } from '@playwright/test'
import type { CDPSession, Page } from '@playwright/test'
import type { PushPayload } from '@partyline/contract'

const BUILT = path.resolve(import.meta.dirname, '../../apps/web/looks/dist/service-worker.js')
const CHAT = chatId(1)
const text: PushPayload = { kind: 'text', chatId: CHAT, itemId: CHAT, count: 1 }

type Answers = { session: object; chat: object | null }
type Fixtures = {
  /** The answers of the test's server. */
  answers: Answers
  origin: string
  /** A page whose service worker is running. */
  page: Page
  push: (payload: PushPayload) => Promise<void>
}

/** The built service worker in a real browser, with a server that answers its few calls. */
const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern
  async answers({}, provide) {
    const chat = sampleChat(1, [], { name: 'Rivera family', unreadCount: 2 })
    const [me, marta] = chat.members
    const message = {
      text: 'Hello?',
      sentBy: marta?.id,
      sentOn: '2026-11-20T14:00:00.000Z',
      media: [],
      automatic: null,
    }
    const session = { user: { id: me?.id, accessToken: 'token' }, expires: 'later', renewBy: 'later' }
    await provide({ session, chat: { ...chat, messages: [message] } })
  },
  async origin({ answers }, provide) {
    const server = createServer(({ url = '', headers }, response) => {
      const send = (body: string | object | null, type = 'application/json') => {
        response.writeHead(body === null ? 404 : 200, { 'content-type': type })
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      }
      const isAllowed = headers.authorization === 'Bearer token'
      if (url === '/service-worker.js') send(readFileSync(BUILT, 'utf8'), 'text/javascript')
      else if (url === '/config.json') send({ baseUrl: 'http://elsewhere', apiUrl: 'http://elsewhere' })
      else if (url === '/api/auth/session') send(answers.session)
      else if (url === `/api/v1/chats/${CHAT}`) send(isAllowed && answers.chat ? { data: answers.chat } : null)
      else send('<!doctype html><title>Page</title>', 'text/html')
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    await provide(`http://localhost:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    server.close()
  },
  async page({ browser, origin }, provide) {
    const context = await browser.newContext({ permissions: ['notifications'] })
    const page = await context.newPage()
    await page.goto(origin)
    await page.evaluate(
      "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)",
    )
    await provide(page)
    await context.close()
  },
  async push({ page, origin }, provide) {
    const session = await page.context().newCDPSession(page)
    const registrationId = await registrationOf(session)
    await provide(async (payload) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
    })
  },
})

function registrationOf(session: CDPSession): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })
}

/** Title, body, and tag of each. */
const shown = (page: Page) =>
  page.evaluate<string[][]>(`(async () => {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).map(({ title, body, tag }) => [title, body, tag])
})()`)

const TAG = `partyline.${CHAT}`
const WITHOUT_CONTENT = ['Partyline', 'New message. Open Partyline to read it.', TAG]

test('Service worker: a pushed text is shown, replaced by the next one, and closed once it is read', async ({
  page,
  push,
  answers,
}) => {
  await push(text)
  await expect.poll(() => shown(page)).toEqual([['Rivera family', '2 new messages\nMarta Rivera: Hello?', TAG]])
  answers.chat = null
  await push(text)
  await expect.poll(() => shown(page)).toEqual([WITHOUT_CONTENT])
  await push({ kind: 'read', chatIds: [CHAT] })
  await expect.poll(() => shown(page)).toEqual([])
})

test('Service worker: someone who is signed out sees no content', async ({ page, push, answers }) => {
  answers.session = {}
  await push(text)
  await expect.poll(() => shown(page)).toEqual([WITHOUT_CONTENT])
})

test('Service worker: a page in front with the chat is asked, and keeps the notification away', async ({
  page,
  push,
}) => {
  await page.bringToFront()
  await page.evaluate(`
    navigator.serviceWorker.addEventListener('message', ({ ports }) => ports[0].postMessage('${CHAT}'))
    navigator.serviceWorker.startMessages()
  `)
  await push(text)
  await push({ kind: 'test' })
  await expect.poll(() => shown(page)).toEqual([['Partyline', 'Notifications work on this device.', '']])
})
