/** The first and last page of the consent popup, the only one that may use TeamsJS. */
export const CONSENT_WINDOW_PATH = '/auth/teams/consent'

/** The popup's result according to Microsoft's redirect; only the server knows for sure. */
export const GIVEN = 'given'
export const REFUSED = 'refused'

const KEY = 'partyline.consent-beside'

/** Marks this window as a consent popup of Teams, for as long as it is open. */
export function beginConsentWindow(storage: Storage | null): void {
  storage?.setItem(KEY, 'true')
}

/** Whether this window is a consent popup. */
export function isConsentWindow(storage: Storage | null): boolean {
  return storage?.getItem(KEY) === 'true'
}
