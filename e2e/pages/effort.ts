import type { Page } from '@playwright/test'

/** A person's effort: clicks, fields filled in, and keys that don't type text. */
export type Effort = { clicks: number; fields: number; keys: number }

/** Code for the page, where the browser's types are available. */
const COUNTER = `{
  const written = new WeakSet()
  // A key that presses a button causes a click without coordinates.
  addEventListener('click', (event) => event.isTrusted && event.detail > 0 && countEffort('clicks'), true)
  addEventListener('input', ({ target }) => {
    // These are clicks.
    if (written.has(target) || ['radio', 'checkbox'].includes(target.type)) return
    written.add(target)
    countEffort('fields')
  }, true)
  addEventListener('keydown', ({ isTrusted, key }) => isTrusted && key.length > 1 && countEffort('keys'), true)
}`

/** Starts counting, on every further page. */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { clicks: 0, fields: 0, keys: 0 }
  await page.exposeBinding('countEffort', (_, what: keyof Effort) => void (effort[what] += 1))
  await page.addInitScript({ content: COUNTER })
  return effort
}
