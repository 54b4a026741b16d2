import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { startDemo } from './demo.ts'
import { clearArranged } from './pages/arrange.ts'

type Fixtures = {
  /** Leaves no chat behind that was arranged. */
  tidy: void
  /** What browsers complained about. A test that wants a complaint takes it out; any other one fails the test. */
  complaints: string[]
  /** A browser of somebody's own. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

type WorkerFixtures = {
  /** A demo for all tests of one worker: they come one after the other, and each changes it. */
  demo: void
}

/** A machine that also does other things may need so long for a demo with an empty database. */
const DEMO_MS = 180_000

/** Playwright's test, with browsers whose console has to stay silent. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      const demo = await startDemo()
      process.env['APP_URL'] = demo.appUrl
      process.env['SANDBOX_URL'] = demo.sandboxUrl
      await provide()
      await demo.end()
    },
    { scope: 'worker', auto: true, timeout: DEMO_MS },
  ],
  tidy: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, provide) => {
      await provide()
      await clearArranged()
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  async complaints({}, provide) {
    const complaints: string[] = []
    await provide(complaints)
    expect(complaints).toEqual([])
  },
  async openBrowser({ browser, complaints }, provide) {
    const contexts: BrowserContext[] = []
    await provide(async (options = {}) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      context.on('console', (message) => {
        const type = message.type()
        if (type !== 'error' && type !== 'warning') return
        complaints.push(`${type}: ${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => complaints.push(`page error: ${error.error().message}`))
      return context.newPage()
    })
    for (const context of contexts) {
      // The page may be asking for something just now that the test answers.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  },
})

export { expect } from '@playwright/test'
