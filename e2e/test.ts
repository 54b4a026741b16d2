import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { startDemo } from './demo.ts'
import { appUrl } from './pages/addresses.ts'
import { clearArranged } from './pages/arrange.ts'
import { listen, unforgiven } from './pages/complaints.ts'
import { startBrowser } from './pages/start-browser.ts'

type Fixtures = {
  /** Whether messages are not held for undo, as they are by default. A file that sets this says why. */
  sendsAtOnce: boolean
  /** Removes the chats that the test created. */
  tidy: void
  /** Console errors of browsers. A test forgives the ones that it causes; any other one fails the test. */
  complaints: string[]
  /** Whether each browser is new: for tests that read what is downloaded, or set the clock, which stays set. */
  newBrowsers: boolean
  /** Opens a page in a separate browser for a user, where nobody is signed in and nothing is stored. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

export type WorkerOptions = {
  /** Runs on a PostgreSQL server of this test run. If false, or without PostgreSQL, on the embedded database. */
  onPrivateDatabase: boolean
}

type WorkerFixtures = {
  /** A demo for all tests of a worker, which run in order and change it. */
  demo: void
  /** The browsers that no test is using, by their options. They keep what they have downloaded. */
  idleBrowsers: Map<string, BrowserContext[]>
}

/** Timeout for starting a demo with an empty database on a busy machine. */
const DEMO_MS = 180_000

/** Playwright's test, with browsers whose console must stay silent. */
export const test = base.extend<Fixtures, WorkerFixtures & WorkerOptions>({
  onPrivateDatabase: [false, { option: true, scope: 'worker' }],
  browser: [startBrowser, { scope: 'worker', timeout: 0 }],
  sendsAtOnce: [false, { option: true }],
  newBrowsers: [false, { option: true }],
  demo: [
    async ({ onPrivateDatabase }, provide) => {
      const url = process.env['PRIVATE_DATABASE_URL']
      if (onPrivateDatabase && url) process.env['DATABASE_URL'] ??= url
      const demo = await startDemo()
      process.env['APP_URL'] = demo.appUrl
      process.env['SANDBOX_URL'] = demo.sandboxUrl
      await provide()
      await demo.end()
    },
    { scope: 'worker', auto: true, timeout: DEMO_MS },
  ],
  idleBrowsers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern
    async ({}, provide) => {
      const idle: WorkerFixtures['idleBrowsers'] = new Map()
      await provide(idle)
      for (const contexts of idle.values()) for (const context of contexts) await context.close()
    },
    { scope: 'worker' },
  ],
  tidy: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern
    async ({}, provide) => {
      await provide()
      await clearArranged()
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern
  async complaints({}, provide) {
    const complaints: string[] = []
    await provide(complaints)
    expect(unforgiven(complaints)).toEqual([])
  },
  async openBrowser({ browser, idleBrowsers, complaints, sendsAtOnce, newBrowsers }, provide) {
    const leave: (() => Promise<void>)[] = []
    await provide(async (options = {}) => {
      const key = JSON.stringify([options, sendsAtOnce])
      const idle = idleBrowsers.get(key) ?? []
      idleBrowsers.set(key, idle)
      const context = (newBrowsers ? undefined : idle.pop()) ?? (await newContext())
      if (options.permissions) await context.grantPermissions(options.permissions)
      const stopListening = listen(context, complaints)
      leave.push(async () => {
        // A page may have a pending request that the test answers.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        if (newBrowsers) return context.close()
        await forget(context)
        stopListening()
        idle.push(context)
      })
      return context.newPage()

      async function newContext() {
        const context = await browser.newContext(options)
        if (sendsAtOnce) await context.addInitScript(SEND_AT_ONCE)
        // This page stays, and with it the process that has compiled the app.
        await (await context.newPage()).goto(`${appUrl()}/favicon.svg`)
        return context
      }
    })
    for (const end of leave) await end()
  },
})

/** Closes the pages that a test has opened, and removes what they stored. */
async function forget(context: BrowserContext): Promise<void> {
  const [kept, ...pages] = context.pages()
  if (!kept) throw new Error('The first page of a browser was closed.')
  for (const page of pages) await page.close()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  const devTools = await context.newCDPSession(kept)
  await devTools.send('Storage.clearDataForOrigin', { origin: appUrl(), storageTypes: 'local_storage,indexeddb' })
  await devTools.detach()
}

/** Replaces the default of the choice. */
function SEND_AT_ONCE() {
  // oxlint-disable-next-line typescript/unbound-method -- called with the storage below
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (key) {
    return getItem.call(this, key) ?? (key.startsWith('partyline.hold-seconds.') ? '0' : null)
  }
}

export { expect } from '@playwright/test'
