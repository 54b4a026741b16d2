import { routes } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import type { Page, Route } from '@playwright/test'

/** What is asked for: a call of the contract, or anything else by its address. */
type Asked = CallName | RegExp

/** Ends what was ordered: later requests go through. */
type Undo = () => Promise<void>

/** Answers a kind of request in the server's place. */
export async function answer(page: Page, asked: Asked, handle: (route: Route) => Promise<void>): Promise<Undo> {
  const { method, address } = isCall(asked) ? addressOf(asked) : { method: null, address: asked }
  const handler = (route: Route) =>
    method === null || route.request().method() === method ? handle(route) : route.fallback()
  await page.route(address, handler)
  return () => page.unroute(address, handler)
}

/** Keeps answers back until they are let go. */
export async function hold(page: Page, asked: Asked): Promise<Undo> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await answer(page, asked, async (route) => {
    await promise
    await route.fallback()
  })
  return async () => resolve()
}

/** What the server says where it was told to refuse. */
export const REASON = 'Not today.'

/** The server refuses. 400 is what the app does not ask for a second time by itself. */
export function refuse(page: Page, asked: Asked, status = 400): Promise<Undo> {
  return answer(page, asked, (route) => route.fulfill({ status, json: { message: REASON } }))
}

/** The request does not come through. */
export function lose(page: Page, asked: Asked): Promise<Undo> {
  return answer(page, asked, (route) => route.abort())
}

/** The computer notices that the network is back. */
export async function comeOnline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

const isCall = (asked: Asked): asked is CallName => typeof asked === 'string'

function addressOf(name: CallName): { method: string; address: RegExp } {
  const { method, path } = routes[name]
  return { method, address: new RegExp(String.raw`${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\?.*)?$`) }
}
