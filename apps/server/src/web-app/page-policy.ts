import type { Config } from '../platform/index.ts'

/** Hosts that may frame a tab: Microsoft Teams, Microsoft 365 and Outlook. */
const TEAMS_HOSTS = [
  'https://*.cloud.microsoft',
  'https://teams.microsoft.com',
  'https://*.teams.microsoft.com',
  'https://*.microsoft365.com',
  'https://*.office.com',
  'https://outlook.office.com',
  'https://outlook.office365.com',
]
/** TeamsJS looks up there which hosts are Microsoft's. */
const TEAMS_LIST = 'https://res.cdn.office.net'

type Options = {
  nonce: string
  /** Whether Teams frames the page. */
  isTeams: boolean
  /** Whether it communicates with Teams, including as a popup. */
  usesTeams: boolean
  /** Where Microsoft is asked in a hidden frame whether the person is still signed in there. */
  signInOrigin: string
  config: Pick<Config, 'PUBLIC_URL' | 'API_URL' | 'TEAMS_ORIGINS'>
}

/** The Content-Security-Policy of the web app's page: its own scripts, styles with this answer's nonce, no framing outside Teams. */
export function pagePolicy({ nonce, isTeams, usesTeams, signInOrigin, config }: Options): string {
  const api = new URL(config.API_URL).origin
  const webSocket = api.replace(/^http/, 'ws')
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:', api],
    'media-src': ["'self'", 'blob:', api],
    'connect-src': ["'self'", api, webSocket, ...(usesTeams ? [TEAMS_LIST] : [])],
    'frame-src': ["'self'", signInOrigin],
    // The service worker is for notifications of browsers: Teams has its own.
    'worker-src': [isTeams ? "'none'" : "'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': isTeams ? [...TEAMS_HOSTS, ...config.TEAMS_ORIGINS] : ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The service worker's policy: it fetches the content of notifications, which have icons. */
export function workerPolicy({ API_URL }: Pick<Config, 'API_URL'>): string {
  return `default-src 'none'; connect-src 'self' ${new URL(API_URL).origin}; img-src 'self'`
}
