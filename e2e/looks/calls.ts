import type { CallName, ErrorCode } from '@partyline/contract'
import type { Page } from '@playwright/test'
import type { Looks, Order } from '@partyline/web/looks'

/** The page's global, for functions that run there. */
declare const looks: Looks

/** Lets the call be answered as usual again. */
type Undo = () => Promise<void>

/** The error text of a refusal. */
export const REASON = 'Not today.'

/** Holds back the answers to a call until released. */
export const hold = (page: Page, name: CallName): Promise<Undo> => give(page, name, { kind: 'hold' })

/** Refuses a call, by default with an error that the app does not retry by itself, and about no field. */
export const refuse = (
  page: Page,
  name: CallName,
  code: ErrorCode = 'validation',
  about: { field?: string } = {},
): Promise<Undo> => give(page, name, { kind: 'refuse', code, message: REASON, ...about })

/** Fails a call with a network error. */
export const lose = (page: Page, name: CallName): Promise<Undo> => give(page, name, { kind: 'lose' })

/** Fails a call after the server has done it. */
export const loseAnswer = (page: Page, name: CallName): Promise<Undo> => give(page, name, { kind: 'loseAnswer' })

/** The requests for a call since the scene began, as the server would read them. */
export const sent = (page: Page, name: CallName) => page.evaluate((which) => looks.sent(which), name)

async function give(page: Page, name: CallName, order: Order): Promise<Undo> {
  const given = await page.evaluate(([call, how]) => looks.order(call, how), [name, order] as const)
  return () => page.evaluate((which) => looks.release(which), given)
}
