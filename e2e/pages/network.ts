import { routes } from '@partyline/contract'
import type { CallName } from '@partyline/contract'
import type { Page, Route } from '@playwright/test'
import { reachFrames } from './round-trip.ts'

/** The requests: a call of the contract, or a URL pattern. */
type Asked = CallName | RegExp

/** Stops intercepting: later requests go through. */
type Undo = () => Promise<void>

/** Answers these requests in place of the server. */
export async function answer(page: Page, asked: Asked, handle: (route: Route) => Promise<void>): Promise<Undo> {
  const { method, address } = isCall(asked) ? addressOf(asked) : { method: null, address: asked }
  const handler = (route: Route) =>
    method === null || route.request().method() === method ? handle(route) : route.fallback()
  await page.route(address, handler)
  await reachFrames(page)
  return () => page.unroute(address, handler)
}

/**
 * The server's answer to an intercepted request, in full even if the page knows it already, and without its ETag, because the
 * test will change it.
 */
export async function wholeAnswer<Data>(route: Route, options: Parameters<Route['fetch']>[0] = {}) {
  const { 'if-none-match': _condition, 'content-length': _length, ...asked } = route.request().headers()
  const response = await route.fetch({ ...options, headers: asked })
  const { etag: _etag, ...headers } = response.headers()
  return { response, headers, body: (await response.json()) as { data: Data } }
}

/** Holds back responses until released. */
export async function hold(page: Page, asked: Asked): Promise<Undo> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await answer(page, asked, async (route) => {
    await promise
    await route.fallback()
  })
  return async () => resolve()
}

/** Fails these requests with a network error. */
export async function lose(page: Page, asked: Asked): Promise<Undo> {
  let isLost = true
  await answer(page, asked, (route) => (isLost ? route.abort() : route.fallback()))
  // Without the handler, a request that is being aborted could go through at the same time.
  return async () => {
    isLost = false
  }
}

/** The browser comes back online. */
export async function comeOnline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

const isCall = (asked: Asked): asked is CallName => typeof asked === 'string'

function addressOf(name: CallName): { method: string; address: RegExp } {
  const { method, path } = routes[name]
  return { method, address: new RegExp(String.raw`${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\?.*)?$`) }
}
