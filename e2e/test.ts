import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page, WebError } from '@playwright/test'
import { startDemo } from './demo.ts'
import { appUrl } from './pages/addresses.ts'
import { clearArranged } from './pages/arrange.ts'
import { unforgiven } from './pages/complaints.ts'

type Fixtures = {
  /** Whether messages are not held for undo, so that tests don't wait. A person who chooses a time gets it. */
  sendsAtOnce: boolean
  /** Removes the chats that the test created. */
  tidy: void
  /** Console errors of browsers. A test forgives the ones that it causes; any other one fails the test. */
  complaints: string[]
  /** Opens a separate browser for a user. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /**
   * A page in a browser that the tests of a worker share, with reduced motion. What one test has loaded and signed in need
   * not be loaded and signed in again; what it has stored is gone.
   */
  sharedPage: Page
}

export type WorkerOptions = {
  /** Runs on a PostgreSQL server of this test run. If false, or without PostgreSQL, on the embedded database. */
  onPrivateDatabase: boolean
}

type WorkerFixtures = {
  /** A demo for all tests of a worker, which run in order and change it. */
  demo: void
  /** The context of the shared pages: null until a test opens it, because only then Playwright knows its options. */
  shared: { context: BrowserContext | null }
}

/** Timeout for starting a demo with an empty database on a busy machine. */
const DEMO_MS = 180_000

/** Playwright's test, with browsers whose console must stay silent. */
export const test = base.extend<Fixtures, WorkerFixtures & WorkerOptions>({
  onPrivateDatabase: [false, { option: true, scope: 'worker' }],
  sendsAtOnce: [true, { option: true }],
  async context({ context, sendsAtOnce }, provide) {
    if (sendsAtOnce) await context.addInitScript(SEND_AT_ONCE)
    await provide(context)
  },
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
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern
    async ({}, provide) => {
      const shared: WorkerFixtures['shared'] = { context: null }
      await provide(shared)
      await shared.context?.close()
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
  async openBrowser({ browser, complaints, sendsAtOnce }, provide) {
    const contexts: BrowserContext[] = []
    await provide(async (options = {}) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      if (sendsAtOnce) await context.addInitScript(SEND_AT_ONCE)
      listen(context, complaints)
      return context.newPage()
    })
    for (const context of contexts) {
      // The page may have a pending request that the test answers.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  },
  async sharedPage({ browser, shared, complaints, sendsAtOnce }, provide) {
    shared.context ??= await browser.newContext({ reducedMotion: 'reduce' })
    const stopListening = listen(shared.context, complaints)
    const page = await shared.context.newPage()
    if (sendsAtOnce) await page.addInitScript(SEND_AT_ONCE)
    await provide(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await shared.context.setOffline(false)
    const devTools = await shared.context.newCDPSession(page)
    await devTools.send('Storage.clearDataForOrigin', { origin: appUrl(), storageTypes: 'local_storage,indexeddb' })
    await page.close()
    stopListening()
  },
})

/** Replaces the default of the choice. */
function SEND_AT_ONCE() {
  // oxlint-disable-next-line typescript/unbound-method -- called with the storage below
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (key) {
    return getItem.call(this, key) ?? (key.startsWith('partyline.hold-seconds.') ? '0' : null)
  }
}

/** Adds the console's errors and warnings to the complaints, until the returned function is called. */
function listen(context: BrowserContext, complaints: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => {
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    complaints.push(`${type}: ${message.text()} (${message.location().url})`)
  }
  const onError = (error: WebError) => void complaints.push(`page error: ${error.error().message}`)
  context.on('console', onConsole).on('weberror', onError)
  return () => void context.off('console', onConsole).off('weberror', onError)
}

export { expect } from '@playwright/test'
