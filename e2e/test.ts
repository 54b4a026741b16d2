import { test as base, expect } from '@playwright/test'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { clearArranged } from './pages/arrange.ts'

type Fixtures = {
  /** Leaves no chat behind that was arranged. */
  tidy: void
  /** What browsers complained about. A test that wants a complaint takes it out; any other one fails the test. */
  complaints: string[]
  /** A browser of somebody's own. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
}

/** Playwright's test, with browsers whose console has to stay silent. */
export const test = base.extend<Fixtures>({
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
    for (const context of contexts) await context.close()
  },
})

export { expect } from '@playwright/test'
