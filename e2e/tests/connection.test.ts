import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { forgive } from '../pages/complaints.ts'
import { answer, refuse } from '../pages/network.ts'
import { expectAccessible } from '../pages/schemes.ts'
import { signIn } from '../pages/sign-in.ts'
import { expect, test } from '../test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const TABLET = { viewport: { width: 820, height: 1180 } }

function connection(page: Page) {
  const here = page.getByRole('region', { name: 'This browser' })
  const fact = (name: string) => here.getByRole('definition').nth(FACTS.indexOf(name))
  return { here, fact, server: page.getByRole('region', { name: 'Texts' }) }
}
const FACTS = ['State', 'Since', 'Transport', 'Answer time', 'Last disconnected']

test('everyone sees how this browser is connected, and its response time', async ({ openBrowser }) => {
  const page = await openBrowser()
  const app = await signIn(page, 'Omar Haddad')
  await app.account.click()
  await page.getByRole('menuitem', { name: 'Connection' }).click()
  const { fact, here, server } = connection(page)
  await expect(fact('State')).toHaveText('Connected')
  await expect(fact('Transport')).toHaveText('WebSocket (fastest)')
  await expect(fact('Answer time')).toHaveText(/^[\d,]+ ms$/)
  await expect(fact('Last disconnected')).toHaveText('Not since this page was opened')
  await here.getByRole('button', { name: 'Measure again' }).press('Enter')
  await expect(fact('Answer time')).toHaveText(/^[\d,]+ ms$/)
  await expect(server).toBeHidden()
  await page.getByRole('button', { name: 'Back to chats' }).press('Enter')
  await expect(app.list).toBeVisible()
})

test('lost and restored connections are shown, and so is a device without a network', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  let cut: () => Promise<void> = async () => {}
  await page.routeWebSocket(/\/chathub/, (socket) => {
    socket.connectToServer()
    cut = () => socket.close({ code: 1011 })
  })
  await signIn(page, 'Omar Haddad')
  await page.goto(`${appUrl()}/connection`)
  const { fact, here } = connection(page)
  await expect(fact('State')).toHaveText('Connected')
  await cut()
  await expect(fact('Last disconnected')).not.toHaveText('Not since this page was opened')
  await expect(fact('State')).toHaveText('Connected')

  await page.context().setOffline(true)
  await expect(fact('State')).toHaveText('Offline')
  await expect(here).toContainText('This device has no network.')
  await expect(here.getByRole('button', { name: 'Reconnect' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(fact('State')).toHaveText('Connected')
  forgive(complaints, /realtime connection failed|ERR_INTERNET_DISCONNECTED|WebSocket/i)
})

test('if WebSockets are blocked, the page explains what that means and whom to ask', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  await answer(page, /\/chathub\/negotiate/, async (route) => {
    const response = await route.fetch()
    const said = (await response.json()) as { availableTransports: { transport: string }[] }
    const availableTransports = said.availableTransports.filter(({ transport }) => transport === 'LongPolling')
    await route.fulfill({ response, json: { ...said, availableTransports } })
  })
  await signIn(page, 'Omar Haddad')
  await page.goto(`${appUrl()}/connection`)
  const { fact, here } = connection(page)
  await expect(fact('State')).toHaveText('Connected (fallback)')
  await expect(here).toContainText('allow WebSockets')
  forgive(complaints, /WebSocket|realtime connection failed/i)
})

test('an Admin sees the outgoing queue and the last contact with Twilio, or why they are unknown', async ({
  openBrowser,
  complaints,
}) => {
  const page = await openBrowser()
  await signIn(page, 'Dana Cole')
  await page.goto(`${appUrl()}/connection`)
  const { server } = connection(page)
  await expect(server).toContainText('Texts go out as they are written.')
  await expect(server.getByRole('definition').first()).toHaveText('None')

  const state = {
    waiting: 3,
    waitingSince: '2026-11-21T11:00:00.000Z',
    unknown: 1,
    lastReportOn: null,
    lastTextOn: null,
  }
  const undo = await answer(page, 'settings.state', (route) =>
    route.fulfill({ json: { data: { ...state, paused: true } } }),
  )
  await page.reload()
  await expect(server).toContainText('Twilio isn’t responding.')
  await expect(server.getByRole('definition').first()).toContainText('3, the oldest since Saturday, November 21, 2026')
  await undo()

  await refuse(page, 'settings.state')
  await page.reload()
  await expect(server.getByRole('button', { name: 'Try again' })).toBeVisible()
  forgive(complaints, /400/)
})

for (const [name, options] of Object.entries({ '1366 px': {}, '820 px': TABLET, '390 px': PHONE })) {
  test(`the page fits at ${name}, and is accessible in three themes`, async ({ openBrowser }) => {
    const page = await openBrowser(options)
    await signIn(page, 'Dana Cole')
    await page.goto(`${appUrl()}/connection`)
    const { fact, server } = connection(page)
    await expect(fact('Answer time')).toHaveText(/ms$/)
    await expect(server).toContainText('Texts go out as they are written.')
    await expectAccessible({ page, frame: page })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth === innerWidth')).toBe(true)
  })
}
