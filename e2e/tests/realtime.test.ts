import type { Page } from '@playwright/test'
import { arrangeChat } from '../pages/arrange.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const MARTHA = { name: 'Martha Holm', number: '+12025553001' }

/** Intercepts the hub connection, and can drop events of the next message. */
async function watchHub(page: Page) {
  let isLosing = false
  let frames = 0
  let lost = 0
  await page.routeWebSocket(/\/chathub/, (socket) => {
    const hub = socket.connectToServer()
    hub.onMessage((frame) => {
      frames += 1
      if (isLosing && String(frame).includes('MessageAddedToChat')) {
        isLosing = false
        lost += 1
      } else socket.send(frame)
    })
  })
  return {
    loseNext: () => {
      isLosing = true
    },
    lost: () => lost,
    /** The handshake was answered. */
    isOpen: () => frames > 0,
  }
}

const text = (words: string) => textFrom(MARTHA.number, words)

test('an event with the next version is shown without a request, and a gap causes exactly one', async ({
  openBrowser,
}) => {
  await arrangeChat({ name: 'Martha Holm', contact: MARTHA })
  const page = await openBrowser()
  const hub = await watchHub(page)
  const app = await signIn(page, 'Dana Cole')
  const item = app.chats.filter({ hasText: 'Martha Holm' })
  await expect.poll(hub.isOpen).toBe(true)
  await text('Are you open?')
  await expect(item).toContainText('Are you open?')
  // The first connection refetches what is shown.
  await page.waitForLoadState('networkidle')

  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v1/')) requests.push(`${request.method()} ${pathname}`)
  })
  await text('On Sunday, I mean')
  await expect(item).toContainText('On Sunday, I mean')
  expect(requests).toEqual([])

  hub.loseNext()
  await text('This one gets lost')
  await expect.poll(hub.lost).toBe(1)
  await text('And this one shows it')
  await expect(item).toContainText('And this one shows it')
  await text('Nothing more is asked')
  await expect(item).toContainText('Nothing more is asked')
  expect(requests).toEqual([expect.stringMatching(/^GET \/api\/v1\/chats\/[0-9a-f-]+$/)])
})
