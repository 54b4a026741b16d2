import { readFileSync } from 'node:fs'
import type { Result } from 'axe-core'
import type { Frame, FrameLocator, Page } from '@playwright/test'

/** Minified, because it is sent and compiled for each document that is checked. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Fluent's focus management adds empty elements at the edges of a modal, which are not reachable. */
const FOCUS_GUARDS = '[data-tabster-dummy]'

/** The WCAG 2.2 rule of a minimum target size of 24 px is off by default in axe. */
const RULES = { 'target-size': { enabled: true } }
/** Axe checks the colors of the style sheets, not those chosen by the system. */
const RULES_IN_FORCED_COLORS = { ...RULES, 'color-contrast': { enabled: false } }
const HAS_FORCED_COLORS = "matchMedia('(forced-colors: active)').matches"

/** Colors change gradually, and in between their contrast is lower. */
export const TRANSITIONS_END = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition)
  .map(({ finished }) => finished))`

/** Fluent hides the page from screen readers while a popover is open, and for a moment longer. */
const PAGE_IS_BACK = `new Promise((resolve) => {
  const look = () => document.querySelector('header[aria-hidden=true]') && !document.querySelector('[role=dialog]')
    ? requestAnimationFrame(look)
    : resolve()
  look()
})`

type Scope = Page | Frame | FrameLocator

/** Evaluates scripts in the scope's document. A frame does so faster than a locator in it. */
const documentOf = (scope: Scope): { evaluate: (script: string) => Promise<unknown> } =>
  'evaluate' in scope ? scope : scope.locator('html')

/** Axe violations in all documents of the page, one line per element. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await Promise.all(page.frames().map((frame) => faultsWithin(frame)))
  return faults.flat()
}

/** Axe violations in one document, or in part of it. */
async function faultsWithin(scope: Scope, part = 'html'): Promise<string[]> {
  const html = scope.locator('html')
  // Only into documents that are checked: in an init script it would cost half of every page load.
  if (await html.evaluate("typeof axe === 'undefined'")) await documentOf(scope).evaluate(AXE)
  const context = JSON.stringify({ include: [part], exclude: [FOCUS_GUARDS] })
  const optionsWith = (rules: object) => JSON.stringify({ iframes: false, resultTypes: ['violations'], rules })
  const violations = await html.evaluate<Result[], void>(
    `Promise.all([${TRANSITIONS_END}, ${PAGE_IS_BACK}])
      .then(() => axe.run(${context}, ${HAS_FORCED_COLORS} ? ${optionsWith(RULES_IN_FORCED_COLORS)} : ${optionsWith(RULES)}))
      .then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(isReachable)
      .map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any.map(({ message }) => message).join(' ')}`),
  )
}

/** Ignores targets that an open menu partly covers. */
function isReachable({ any }: Result['nodes'][number]): boolean {
  return !any.some(({ message }) => message.includes('partially obscured'))
}
