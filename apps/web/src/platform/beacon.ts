import { routes } from '@partyline/contract'

/** Tells the server of a failure in the browser. It must never fail itself, nor hold up a page that is closing. */
export function reportFailure(failure: { code: string; url: string; message: string }): void {
  const form = new URLSearchParams({ level: 'error', client: 'true', ...failure })
  navigator.sendBeacon(routes['auth.log'].path, form)
}
