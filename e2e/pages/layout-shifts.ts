import type { Page } from '@playwright/test'

/** The score that the browser computes, and the elements that moved. Transforms don't count. */
type Shift = { score: number; moved: string[] }

const WATCH = `{
  const shifts = []
  // The messages of a chat are measured when they are drawn, and then get their places.
  const isCounted = ({ node }) => !node?.parentElement?.closest('[role=log]')
  const record = (entries) => shifts.push(...entries.flatMap(({ value, sources }) => {
    const moved = sources.filter(isCounted).map(({ node }) => node?.outerHTML?.slice(0, 120) ?? String(node?.textContent))
    return sources.length > 0 && moved.length === 0 ? [] : [{ score: value, moved }]
  }))
  const observer = new PerformanceObserver((list) => record(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  globalThis.takeLayoutShifts = () => {
    record(observer.takeRecords())
    return shifts.splice(0)
  }
}`

/** Records layout shifts outside the transcript from now on, including those that follow a click. */
export async function watchLayoutShifts(page: Page): Promise<{ take: () => Promise<Shift[]> }> {
  await page.evaluate(WATCH)
  return {
    /** The shifts since the last call, the current frame included. */
    take: () =>
      page.evaluate<Shift[]>(
        'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(takeLayoutShifts()))))',
      ),
  }
}
