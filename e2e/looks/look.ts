import type { RealtimeEvent } from '@partyline/contract'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import type { BrowserContext, Locator, Page, Route } from '@playwright/test'
import { createClinic } from '@partyline/web/looks'
import type { Clinic, Looks } from '@partyline/web/looks'
import { structureFaultsOf } from '../pages/accessibility.ts'
import { chatsPage } from '../pages/chats-page.ts'
import type { ChatsPage } from '../pages/chats-page.ts'
import { forgive, listen, unforgiven } from '../pages/complaints.ts'

import { LAPTOP, takePictures } from '../pages/pictures.ts'
import { AS_USUAL, expectAccessible } from '../pages/schemes.ts'
import { startBrowser } from '../pages/start-browser.ts'
import { REASON } from './calls.ts'

export type Stage = {
  page: Page
  /** The data that answers the app. Change it before `come`, or call `update` afterwards. */
  clinic: Clinic
  /** Opens an address of the app, by default its start. */
  come: (address?: string) => Promise<ChatsPage>
  /** Answers from the changed clinic from now on, without telling the app. */
  update: () => Promise<void>
  /** Sends the app an event, as the hub would. */
  announce: (event: RealtimeEvent) => Promise<void>
  /** Expects the current screen to be accessible in every theme. Saves screenshots if PICTURES is set. */
  look: () => Promise<void>
  /** Accepts these errors of the console, which the scene causes. Any other one fails it. */
  forgive: (errors: RegExp) => void
}

type Fixtures = {
  stage: Stage
  /** Console errors of the page. */
  complaints: string[]
  /** Whether the scene has a page of its own: for code that loads on first use and stays, and for changes of the page. */
  newPage: boolean
  device: keyof typeof DEVICES
}
type WorkerFixtures = {
  stageOn: (device: keyof typeof DEVICES) => Promise<{ context: BrowserContext; page: Page | null }>
}

const DEVICES = {
  laptop: { viewport: LAPTOP },
  /** Its clock is the scene's: Playwright cannot give it back to other pages of the same context. */
  laptopWithClock: { viewport: LAPTOP },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** The page's global, for functions that run there. */
declare const looks: Looks

/** No request leaves the browser: the app is read from disk, and its calls are answered in the page. */
const ORIGIN = process.env['LOOKS_URL'] ?? 'http://localhost'
const BUILT = path.resolve(import.meta.dirname, '../../apps/web/looks/dist')
const PICTURE = path.resolve(import.meta.dirname, '../../tools/demo/meadow.png')
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** Playwright's test for a screen in one state: a scene. All scenes of a worker on one device use the same page. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [startBrowser, { scope: 'worker', timeout: 0 }],
  newPage: [false, { option: true }],
  device: ['laptop', { option: true }],
  stageOn: [
    async ({ browser }, provide) => {
      const stages = new Map<keyof typeof DEVICES, { context: BrowserContext; page: Page | null }>()
      await provide(async (device) => {
        const known = stages.get(device)
        if (known) return known
        const context = await browser.newContext({ ...DEVICES[device], reducedMotion: 'reduce' })
        if (!process.env['LOOKS_URL']) await context.route(`${ORIGIN}/**`, serve)
        const stage = { context, page: null }
        stages.set(device, stage)
        return stage
      })
      for (const { context } of stages.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies from the pattern
  async complaints({}, provide) {
    const complaints: string[] = []
    await provide(complaints)
    expect(unforgiven(complaints)).toEqual([])
  },
  async stage({ stageOn, device, newPage, complaints }, provide, testInfo) {
    const stages = await stageOn(device)
    if (newPage) await leave()
    if (!stages.page) {
      stages.page = await stages.context.newPage()
      await stages.page.goto(ORIGIN)
    }
    const { page } = stages
    const stopListening = listen(stages.context, complaints)
    const clinic = createClinic()
    let count = 0
    let isInTeams = false
    await provide({
      page,
      clinic,
      async come(address = '/') {
        isInTeams = address.startsWith('/teams-app')
        await page.evaluate(([to, given]) => looks.open(to, given), [address, clinic] as const)
        return chatsPage(page)
      },
      update: () => page.evaluate((given) => looks.use(given), clinic),
      forgive: (errors) => forgive(complaints, errors),
      announce: (event) => page.evaluate((given) => looks.announce(given), event),
      async look() {
        // Only Teams, which is not there, could change the theme.
        // Native tooltips appear neither for keys nor with the shortcut.
        await expect(page.locator('button[title]')).toHaveCount(0)
        if (isInTeams) return expect.poll(() => structureFaultsOf(page)).toEqual([])
        await expectAccessible({ page, frame: page })
        await takePictures(page, `${testInfo.title} ${(count += 1)}`)
      },
    })
    if (process.env['LOOKS_URL']) await page.waitForEvent('close', { timeout: 0 })
    // A failed scene may leave anything behind, which must not fail the next one.
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    if (!hasFailed) await page.evaluate(() => looks.reset())
    // From here on, what the page was still loading gets no answer.
    stopListening()
    if (!hasFailed) await tidy(page, device)
    if (hasFailed || newPage) await leave()

    async function leave() {
      await stages.page?.close()
      stages.page = null
    }
  },
})

/** Expects the modal to show that it is working; neither Escape nor Back nor Cancel closes it. */
export async function expectKept({ page, look }: Stage, dialog: Locator, busy: string): Promise<void> {
  await expect(dialog.getByRole('button', { name: busy })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await look()
}

/** Expects a modal with the reason, which returns to what was open before. */
export async function expectRefused({ look }: Stage, error: Locator): Promise<void> {
  await expect(error).toContainText(REASON)
  await look()
  await error.getByRole('button', { name: 'Close' }).click()
  await expect(error).toBeHidden()
}

async function tidy(page: Page, device: keyof typeof DEVICES) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(DEVICES[device].viewport)
  await page.emulateMedia({ ...AS_USUAL, colorScheme: 'light', reducedMotion: 'reduce' })
  await page.mouse.move(0, 0)
}

async function serve(route: Route) {
  const { pathname } = new URL(route.request().url())
  if (pathname.startsWith('/api/v1/media/')) return route.fulfill({ path: PICTURE })
  const file = path.join(BUILT, pathname === '/' ? 'index.html' : pathname)
  const contentType = TYPES[path.extname(file)]
  if (!contentType) return route.fulfill({ status: 404, body: '' })
  // In one step: a page may be closed while it is loading more. It may also stop a request while it is answered.
  return route.fulfill({ contentType, path: file }).catch((error: unknown) => {
    if (!String(error).includes('already handled')) throw error
  })
}

export { expect } from '@playwright/test'
