import { routes } from '@partyline/contract'

/** Reports a failure in the browser to the server. Never fails, and works while the page is closing. */
export function reportFailure(failure: { code: string; url: string; message: string }): void {
  const form = new URLSearchParams({ level: 'error', client: 'true', ...failure })
  navigator.sendBeacon(routes['auth.log'].path, form)
}
