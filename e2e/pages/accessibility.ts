import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with the page and its frames, a line for each element. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Fluent's focus management keeps empty elements at the edges of a modal, which nobody meets.
  const axe = new AxeBuilder({ page }).exclude('[data-tabster-dummy]').options({ resultTypes: ['violations'] })
  // Axe's way through frames of other origins opens a page more each time.
  axe.setLegacyMode(page.frames().length === 1)
  // Where the system chooses the colours, axe still reads those of the style sheets.
  if (await page.evaluate("matchMedia('(forced-colors: active)').matches")) axe.disableRules('color-contrast')
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any.map(({ message }) => message).join(' ')}`),
  )
}
