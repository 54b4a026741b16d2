import type { IncomingHttpHeaders } from 'node:http'

/** Origins that may use the hub besides its own, like `https://app.example`. */
export type AllowedOrigins = readonly string[] | ((origin: string) => boolean)

/** Decides by the Origin header, which only browsers send, and which scripts in them cannot forge. */
export type OriginPolicy = {
  allows(headers: IncomingHttpHeaders): boolean
  /** The CORS headers for an answer; empty for requests that are not from another origin. */
  corsHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>>
}

/** WebSocket upgrades are not covered by CORS, so the check is ours; it is made for every request alike. */
export function createOriginPolicy(allowed: AllowedOrigins): OriginPolicy {
  const isListed = typeof allowed === 'function' ? allowed : (origin: string) => allowed.includes(origin)

  return {
    allows: ({ origin, host }) => origin === undefined || isSameHost(origin, host) || isListed(origin),
    corsHeaders({ origin, host }): Record<string, string> {
      if (origin === undefined || isSameHost(origin, host)) return {}
      return {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        Vary: 'Origin',
      }
    },
  }
}

/** What a preflight request is told. */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers': 'X-Requested-With, X-SignalR-User-Agent, Content-Type, Authorization',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Max-Age': '3600',
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
