import axe from 'axe-core'
import type { Result } from 'axe-core'
import type { Page } from '@playwright/test'

/** Accessibility violations in the page, one line each. Axe is injected once per document. `exclude`: a selector. */
export async function accessibilityViolations(page: Page, exclude?: string): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const context = JSON.stringify({ include: ['html'], ...(exclude && { exclude: [exclude] }) })
  const violations = await page.evaluate<Result[]>(
    `axe.run(${context}, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
