/** Where the app runs: in its own browser tab, or in a frame of Teams. */
export type Surface = 'browser' | 'teams'

const TEAMS_BASE = '/teams-app'

export function surfaceOf(pathname: string): Surface {
  return pathname === TEAMS_BASE || pathname.startsWith(`${TEAMS_BASE}/`) ? 'teams' : 'browser'
}

/** The router's base, which prefixes every link. */
export function basenameOf(surface: Surface): string {
  return surface === 'teams' ? TEAMS_BASE : '/'
}

/** Marks requests from Teams' frame, which has cookies of its own. */
export function fetchFrom(surface: Surface, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  if (surface === 'browser') return fetch
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('X-Partyline-Surface', surface)
    return fetch(input, { ...init, headers })
  }
}
