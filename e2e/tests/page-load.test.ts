import { routes } from '@partyline/contract'
import type { Page } from '@playwright/test'
import { appUrl } from '../pages/addresses.ts'
import { arrangeChat, lastTextIn } from '../pages/arrange.ts'
import { chatsPage } from '../pages/chats-page.ts'
import { hold } from '../pages/network.ts'
import { newChat } from '../pages/new-chat.ts'
import { textFrom } from '../pages/sandbox-phones.ts'
import { takeSession } from '../pages/sign-in.ts'
import { bytesOf, readWire } from '../pages/wire.ts'
import { expect, test } from '../test.ts'

test.use({ newBrowsers: true })

/** Whether the page has ever shown that chats are loading. */
const WATCH_LOADING = `globalThis.wasLoading = false
  new MutationObserver(() => { globalThis.wasLoading ||= document.body?.textContent.includes('Loading chats') })
    .observe(document, { childList: true, subtree: true })`

/** Without the list's own bytes, which depend on its chats: about 8 kB for a page of them. */
const MAX_UNTIL_LIST = 149_600
const MAX_WITH_CHAT = 300_000
/** Requests without a click, once the page is at rest. */
const MAX_REQUESTS_AT_REST = 30
/** Bytes without API answers, which depend on the chats that earlier tests changed. */
const MAX_AT_REST = 300_000

test('a first visit transfers little, each thing once, and a browser offers to install the app', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ locale: 'de-DE' })
  await takeSession(page, 'Dana Cole')
  await page.addInitScript(WATCH_LOADING)
  const wire = await readWire(page)
  const searches: { wanted: string | null; status: number }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith(routes['chats.search'].path)) return
    searches.push({ wanted: response.request().postData(), status: response.status() })
  })
  // Time stands still, however slow the machine is: nothing is loaded while the page is idle, and what the list does not
  // need waits for the next frame.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  const arrived = await page.goto(appUrl())
  const app = chatsPage(page)
  const heading = page.getByRole('heading', { name: 'Chats' })

  await test.step('what is preloaded is requested once', async () => {
    expect(arrived?.headers()['link']).toContain('rel=preload')
    await app.chats.first().waitFor()
    const timesAsked = (name: 'config' | 'auth.session') =>
      wire.responses.filter(({ path }) => path === routes[name].path).length
    await expect.poll(() => [timesAsked('config'), timesAsked('auth.session')]).toEqual([1, 1])
  })

  await test.step('a list that arrives at once is drawn with its screen, after at most 149 kB', async () => {
    expect(await page.evaluate('wasLoading')).toBe(false)
    const untilList = wire.responses
      .slice(
        0,
        wire.responses.findIndex(({ path }) => path === routes['chats.search'].path),
      )
      // They are asked for at the same time as the list, or whenever the browser has time.
      .filter(({ path }) => path !== '/favicon.svg' && path !== routes['numbers.twilio'].path)
    expect(untilList.length).toBeGreaterThan(5)
    expect(untilList.length).toBeLessThanOrEqual(20)
    expect(bytesOf(untilList)).toBeLessThanOrEqual(MAX_UNTIL_LIST)
  })

  await test.step('with a chat, it transfers at most 300 kB', async () => {
    await app.chats.first().getByRole('link').click()
    await expect(async () => {
      await page.clock.runFor(1_000)
      await expect(app.newest).toBeVisible({ timeout: 1_000 })
    }).toPass()
    expect(bytesOf(wire.responses)).toBeLessThanOrEqual(MAX_WITH_CHAT)
  })

  await test.step('no list is transferred again', async () => {
    await page.clock.resume()
    await page.waitForLoadState('networkidle')
    const transferred = searches.filter(({ status }) => status === 200).map(({ wanted }) => wanted)
    expect(transferred).toEqual([...new Set(transferred)])
  })

  await test.step('dates are in the language of the app, with the hours of the browser’s language', async () => {
    await expect(app.chats.first().getByRole('time')).toHaveAttribute(
      'title',
      /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+, \d{4} at \d\d:\d\d$/,
    )
  })

  await test.step('no script adds style rules: all of them are in the page’s style sheets', async () => {
    await newChat(page).open()
    await expect(newChat(page).dialog).toBeVisible()
    await expect(page.locator('link[rel=stylesheet]').first()).toBeAttached()
    await expect(page.locator('[data-make-styles-bucket]')).toHaveCount(0)
  })

  await test.step('a browser offers to install it', async () => {
    const browser = await page.context().newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // Private windows never offer it.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const { data = '' } = await browser.send('Page.getAppManifest')
    expect(JSON.parse(data)).toMatchObject({ name: 'Partyline', start_url: '/', display: 'standalone' })
  })

  await test.step('a list that arrives later has placeholders', async () => {
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
    await hold(page, 'chats.search')
    const asked = page.waitForRequest('**/api/v1/chats/search')
    await page.goto(appUrl())
    await asked
    await expect(heading).not.toBeAttached()
    await page.clock.runFor(100)
    await heading.waitFor()
    expect(await page.evaluate('wasLoading')).toBe(true)
  })
})

test('after the list, the page loads the conversation and the composer, and no call is repeated', async ({
  openBrowser,
}) => {
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  const wire = await readWire(page)
  await page.goto(appUrl())
  await chatsPage(page).chats.first().waitFor()
  const isLoaded = (name: string) => wire.responses.some(({ path }) => path.includes(name))
  // The last of what is loaded ahead.
  await expect.poll(() => isLoaded('/assets/modals')).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(wire.responses.length).toBeLessThanOrEqual(MAX_REQUESTS_AT_REST)
  const files = wire.responses.filter(({ path }) => !path.startsWith('/api/'))
  expect(files.length).toBeGreaterThan(10)
  expect(bytesOf(files)).toBeLessThanOrEqual(MAX_AT_REST)
  expect(isLoaded('/assets/emoji-picker')).toBe(false)
  expect(isLoaded('/assets/all-routes')).toBe(false)

  // Unless something was announced to the clinic at this moment, such as the delivery of an earlier test's text.
  let reads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) reads.push(`${request.url()} ${request.postData()}`)
  })
  await expect(async () => {
    reads = []
    const isAnswered = hubAnswer(page)
    // As on a first visit.
    await page.evaluate(() => localStorage.removeItem('partyline.setup-asked'))
    const isSetupRead = page.waitForRequest(`**${routes['settings.consented'].path}`)
    await page.reload()
    await Promise.all([isAnswered, isSetupRead])
    await page.waitForLoadState('networkidle')
    expect(reads.length).toBeGreaterThan(3)
    expect(reads).toEqual([...new Set(reads)])
  }).toPass()
})

/** Resolves when the hub has told the page how long nothing was announced. */
async function hubAnswer(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('quietMs'))
}

test('a text between the list’s answer and the connection to the hub is shown', async ({ openBrowser }) => {
  const contact = { name: 'Wanda Berg', number: '+12025553402' }
  const { id } = await arrangeChat({ name: contact.name, contact })
  const page = await openBrowser()
  await takeSession(page, 'Dana Cole')
  const connect = await hold(page, /\/chathub\/negotiate/)
  await page.goto(appUrl())
  const item = chatsPage(page).chats.filter({ hasText: contact.name })
  await expect(item).toBeVisible()
  await textFrom(contact.number, 'Before you were connected')
  await expect.poll(() => lastTextIn(id)).toBe('Before you were connected')
  await expect(item).not.toContainText('Before you were connected')
  await connect()
  await expect(item).toContainText('Before you were connected')
})
