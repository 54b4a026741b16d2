import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Place } from './schemes.ts'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

/** Fluent's focus management keeps empty elements at the edges of a modal, which nobody meets. */
const NOBODYS = '[data-tabster-dummy]'

/** Targets of at least 24 px are a rule of WCAG 2.2, which axe leaves out by default. */
const OPTIONS = { resultTypes: ['violations' as const], rules: { 'target-size': { enabled: true } } }

/** What axe finds wrong with the page and its frames, or with a part of it, a line for each element. */
export async function faultsOf(page: Page, part?: string | string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude(NOBODYS).exclude(['#app', NOBODYS]).options(OPTIONS)
  if (part !== undefined) axe.include(part)
  // Axe's way through frames of other origins opens a page more each time.
  axe.setLegacyMode(page.frames().length === 1)
  // Where the system chooses the colours, axe still reads those of the style sheets.
  if (await page.evaluate("matchMedia('(forced-colors: active)').matches")) axe.disableRules('color-contrast')
  return told((await axe.analyze()).violations)
}

/** The same of a part that is looked at again and again: axe stays where the first look has brought it. */
export async function faultsWithin({ page, frame }: Place, part: string): Promise<string[]> {
  const html = frame.locator('html')
  if (!(await html.evaluate('"axe" in window'))) await faultsOf(page, page === frame ? part : ['#app', part])
  const where = JSON.stringify({ include: [part], exclude: [NOBODYS] })
  const look = `axe.run(${where}, ${JSON.stringify(OPTIONS)}).then((found) => found.violations)`
  return told(await html.evaluate<Violations, void>(look))
}

/** What an open menu covers in part has its size again when the menu is closed. */
function isInReach({ any }: Violations[number]['nodes'][number]): boolean {
  return !any.some(({ message }) => message.includes('partially obscured'))
}

function told(violations: Violations): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(isInReach)
      .map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any.map(({ message }) => message).join(' ')}`),
  )
}
