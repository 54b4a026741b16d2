/** Our page with which the window for the consent begins and ends: TeamsJS may be used nowhere else. */
export const CONSENT_WINDOW_PATH = '/auth/teams/consent'

/** What the window ends with, as Microsoft's page says; the server knows better. */
export const GIVEN = 'given'
export const REFUSED = 'refused'

const KEY = 'partyline.consent-beside'

/** Marks this window as one that Teams opened for a consent. It ends with the window. */
export function beginConsentWindow(storage: Storage | null): void {
  storage?.setItem(KEY, 'true')
}

/** Whether this is such a window. */
export function isConsentWindow(storage: Storage | null): boolean {
  return storage?.getItem(KEY) === 'true'
}
