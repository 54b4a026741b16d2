import { readFileSync } from 'node:fs'
import type { Result } from 'axe-core'
import type { Frame, Page } from '@playwright/test'
import { NEW_CONTRAST_FAULTS } from './contrast.ts'

/** Minified, because it is sent and compiled for each document that is checked. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Fluent's focus management adds empty elements at the edges of a modal, which are not reachable. */
const CONTEXT = { include: ['html'], exclude: ['[data-tabster-dummy]'] }

/** The WCAG 2.2 rule of a minimum target size of 24 px is off by default in axe. */
const RULES = { 'target-size': { enabled: true } }
const STRUCTURE = { ...RULES, 'color-contrast': { enabled: false } }
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

/** Axe violations in all documents of the page, with the contrast in the current theme, one line per element. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await inDocuments(page, async (frame) =>
    // Axe checks the colors of the style sheets, not those chosen by the system.
    axeFaults(frame, (await frame.evaluate(HAS_FORCED_COLORS)) ? STRUCTURE : RULES),
  )
  return faults.flat()
}

/** Axe violations of everything but contrast. */
export async function structureFaultsOf(page: Page): Promise<string[]> {
  const faults = await inDocuments(page, (frame) => axeFaults(frame, STRUCTURE))
  return faults.flat()
}

/** Axe violations of contrast in the current theme, among texts whose look is new. Null if there are none of these. */
export async function newContrastFaultsOf(page: Page): Promise<string[] | null> {
  const faults = await inDocuments(page, (frame) => frame.evaluate<string[] | null>(NEW_CONTRAST_FAULTS))
  const ofNew = faults.filter((each) => each !== null)
  return ofNew.length > 0 ? ofNew.flat() : null
}

async function axeFaults(frame: Frame, rules: object): Promise<string[]> {
  const options = { iframes: false, resultTypes: ['violations'], rules }
  const violations = await frame.evaluate<Result[]>(
    `Promise.all([${TRANSITIONS_END}, ${PAGE_IS_BACK}])
      .then(() => axe.run(${JSON.stringify(CONTEXT)}, ${JSON.stringify(options)}))
      .then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(isReachable)
      .map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any.map(({ message }) => message).join(' ')}`),
  )
}

/** Loads axe only into documents that are checked: in an init script it would cost half of every page load. */
function inDocuments<T>(page: Page, check: (frame: Frame) => Promise<T>): Promise<T[]> {
  return Promise.all(
    page.frames().map(async (frame) => {
      if (await frame.evaluate("typeof axe === 'undefined'")) await frame.evaluate(AXE)
      return check(frame)
    }),
  )
}

/** Ignores targets that an open menu partly covers. */
function isReachable({ any }: Result['nodes'][number]): boolean {
  return !any.some(({ message }) => message.includes('partially obscured'))
}
