/** Where the app is shown: in a browser tab of its own, or framed by Teams. */
export type Surface = 'browser' | 'teams'

const TEAMS_BASE = '/teams-app'

export function surfaceOf(pathname: string): Surface {
  return pathname === TEAMS_BASE || pathname.startsWith(`${TEAMS_BASE}/`) ? 'teams' : 'browser'
}

/** The router's basename: it prefixes every link. Section 1 of the specification. */
export function basenameOf(surface: Surface): string {
  return surface === 'teams' ? TEAMS_BASE : '/'
}

/** Says on each request of a sign-in that it comes out of Teams' frame, where cookies are kept apart. */
export function fetchFrom(surface: Surface, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  if (surface === 'browser') return fetch
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('X-Partyline-Surface', surface)
    return fetch(input, { ...init, headers })
  }
}
