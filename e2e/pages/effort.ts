import type { Page } from '@playwright/test'

/** What a person had to do: clicks, fields that they wrote in, and keys that do not write. */
export type Effort = { clicks: number; fields: number; keys: number }

/** What runs in the page: it has the browser's types there, not here. */
const COUNTER = `{
  const written = new WeakSet()
  // A key that presses a button makes a click without a place.
  addEventListener('click', (event) => event.isTrusted && event.detail > 0 && countEffort('clicks'), true)
  addEventListener('input', ({ target }) => {
    if (written.has(target)) return
    written.add(target)
    countEffort('fields')
  }, true)
  addEventListener('keydown', ({ isTrusted, key }) => isTrusted && key.length > 1 && countEffort('keys'), true)
}`

/** Counts it from now on, on every page that comes. */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { clicks: 0, fields: 0, keys: 0 }
  await page.exposeBinding('countEffort', (_, what: keyof Effort) => void (effort[what] += 1))
  await page.addInitScript({ content: COUNTER })
  return effort
}
