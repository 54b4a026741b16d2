import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { percentile } from '../harness/statistics.ts'

/** Measurements for one user of a tenant. Times in ms, shares of 1. */
export type Measured = {
  readonly coldList: number
  readonly warmList: number
  readonly click: Times
  readonly key: Times
  /** The same keys in the text area of an empty page. */
  readonly emptyKey: Times
  readonly listScroll: Scroll
  readonly transcriptScroll: Scroll
  readonly longTasks: { readonly count: number; readonly total: number }
  readonly scriptBytes: number
  readonly heapBytes: number
}
export type Times = { readonly p50: number; readonly p95: number }
export type Scroll = { readonly p95: number; readonly dropped: number }

export type Plan = {
  /** Slowdown of the processor. */
  readonly slowed: number
  readonly reloads: number
  readonly clicks: number
  readonly keys: number
  readonly scrollSeconds: number
}

type Visitor = { readonly url: string; readonly person: string; readonly longChat: string }

const PROBE = { path: fileURLToPath(new URL('probe.js', import.meta.url)) }
const KEY_EVERY = 60
const PIXELS_A_FRAME = 40
const FRAME = 1_000 / 60
/** Timeout for chats that the list has scrolled out of view. */
const SIGHT_TIMEOUT = 3_000
/** Much longer than the slowest chat takes on a slowed machine. */
const OPENED_TIMEOUT = 10_000
const OPENING_TRIES = 2
/** More chats than fit into view without scrolling. */
const CHATS_IN_SIGHT = 9

export async function measureTenant(browser: Browser, visitor: Visitor, plan: Plan): Promise<Measured> {
  const state = await signIn(browser, visitor)
  await using context = await browser.newContext({ storageState: state, viewport: VIEWPORT })
  await context.addInitScript(PROBE)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: plan.slowed })

  await page.goto(visitor.url)
  const coldList = await listShown(page)
  const scriptBytes = await page.evaluate<number>('probe.scriptBytes()')
  const warmLists: number[] = []
  for (let reload = 0; reload < plan.reloads; reload += 1) {
    await page.reload()
    warmLists.push(await listShown(page))
  }
  const clicks = await openChats(page, visitor, plan.clicks)
  const listScroll = scrollOf(await scroll(page, { place: 'list', pixels: PIXELS_A_FRAME, plan }))
  await openLongChat(page, visitor)
  const keys = await typeKeys(page, page.getByRole('textbox', { name: 'Write to' }), plan.keys)
  const transcriptScroll = scrollOf(await scroll(page, { place: 'transcript', pixels: -PIXELS_A_FRAME, plan }))
  const longTasks = await page.evaluate<number[]>('probe.longTasks()')
  return {
    coldList,
    warmList: timesOf(warmLists).p50,
    click: timesOf(clicks),
    key: timesOf(keys),
    emptyKey: timesOf(await typeOnEmptyPage(context, plan)),
    listScroll,
    transcriptScroll,
    longTasks: { count: longTasks.length, total: longTasks.reduce((sum, duration) => sum + duration, 0) },
    scriptBytes,
    heapBytes: await heapBytes(session),
  }
}

const VIEWPORT = { width: 1366, height: 768 }

async function signIn(browser: Browser, { url, person }: Visitor) {
  await using context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('link', { name: person }).click()
  await page.locator('[data-chat]').first().waitFor()
  return await context.storageState()
}

const listShown = (page: Page) => page.evaluate<number>('probe.listShown()')

/** Opens chats for the first time since the page was loaded, after one for warming up. */
async function openChats(page: Page, { url }: Visitor, wanted: number): Promise<number[]> {
  const times: number[] = []
  for (let load = 0; load < wanted && times.length < wanted; load += 1) {
    // Without an open chat, because the list would start at it.
    await page.goto(url)
    await listShown(page)
    const names = await page.locator('[data-chat] [title^="Visit"]').allTextContents()
    for (const [index, name] of names.slice(0, CHATS_IN_SIGHT).entries()) {
      // A chat that was read moves far down, and the list may follow the focus there.
      await page.evaluate('probe.listToTop()')
      const link = page.locator('[data-chat]').filter({ has: page.getByTitle(name, { exact: true }) })
      const opened = page.evaluate<number>(`probe.opened(${JSON.stringify(name)})`)
      // If nothing is clicked, it ends when the page is reloaded.
      opened.catch(() => {})
      const isClicked = await link.click({ timeout: SIGHT_TIMEOUT }).then(
        () => true,
        () => false,
      )
      if (!isClicked) continue
      // No result means that the list moved under the pointer and another chat was opened.
      const time = await Promise.race([opened, page.waitForTimeout(OPENED_TIMEOUT)])
      if (time !== undefined && index > 0) times.push(time)
    }
  }
  return times
}

async function openLongChat(page: Page, { url, longChat }: Visitor) {
  await page.goto(url)
  await page.getByRole('searchbox').fill(`"${longChat}"`)
  const found = page.getByRole('listitem').filter({ has: page.getByTitle(longChat, { exact: true }) })
  const opened = page.getByRole('article').last().waitFor()
  opened.catch(() => {})
  // If more results come in at that moment, the click meets another row or none.
  for (const _ of Array(OPENING_TRIES).keys()) {
    await found.getByRole('link').click()
    if (await Promise.race([opened.then(() => true), page.waitForTimeout(OPENED_TIMEOUT)])) return
  }
  await opened
}

async function typeKeys(page: Page, field: ReturnType<Page['getByRole']>, count: number): Promise<number[]> {
  await field.click()
  await page.evaluate('probe.watchKeys()')
  await page.keyboard.type('the quick brown fox '.repeat(Math.ceil(count / 20)).slice(0, count), { delay: KEY_EVERY })
  return page.evaluate<number[]>('probe.keyTimes()')
}

async function typeOnEmptyPage(context: BrowserContext, { slowed, keys }: Plan): Promise<number[]> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
  await page.goto('data:text/html,<textarea></textarea>')
  const times = await typeKeys(page, page.getByRole('textbox'), keys)
  await page.close()
  return times
}

type ScrollOrder = { readonly place: 'list' | 'transcript'; readonly pixels: number; readonly plan: Plan }

const scroll = (page: Page, { place, pixels, plan }: ScrollOrder) =>
  page.evaluate<number[]>(`probe.scroll(${JSON.stringify({ place, pixels, seconds: plan.scrollSeconds })})`)

function scrollOf(frames: readonly number[]): Scroll {
  const due = frames.map((time) => Math.max(1, Math.round(time / FRAME)))
  const all = due.reduce((sum, count) => sum + count, 0)
  return { p95: timesOf(frames).p95, dropped: (all - frames.length) / all }
}

function timesOf(times: readonly number[]): Times {
  const sorted = Float64Array.from(times).toSorted()
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) }
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
