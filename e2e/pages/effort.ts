import type { Page } from '@playwright/test'

/** A person's effort: clicks, fields filled in, and keys that don't type text. */
export type Effort = { clicks: number; fields: number; keys: number }

/** Code for the page, where the browser's types are available. */
const COUNTER = `{
  const written = new WeakSet()
  // A key that presses a button causes a click without coordinates.
  addEventListener('click', ({ isTrusted, detail, target }) => {
    if (isTrusted && detail > 0) countEffort('clicks', target.closest('button, [role], a, label')?.textContent ?? target.tagName)
  }, true)
  addEventListener('input', ({ target }) => {
    // These are clicks.
    if (written.has(target) || ['radio', 'checkbox'].includes(target.type)) return
    written.add(target)
    countEffort('fields')
  }, true)
  addEventListener('keydown', ({ isTrusted, key }) => isTrusted && key.length > 1 && countEffort('keys'), true)
}`

/** Starts counting, on every further page. `clicked`: what was clicked, to find a click too many. */
export async function countEffort(page: Page): Promise<{ effort: Effort; clicked: string[] }> {
  const effort: Effort = { clicks: 0, fields: 0, keys: 0 }
  const clicked: string[] = []
  await page.exposeBinding('countEffort', (_, what: keyof Effort, target?: string) => {
    effort[what] += 1
    if (target !== undefined) clicked.push(target)
  })
  await page.addInitScript({ content: COUNTER })
  return { effort, clicked }
}
