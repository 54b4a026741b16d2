import type { IncomingHttpHeaders } from 'node:http'

/** Checks the Origin header, which only browsers send and scripts cannot forge. */
export type OriginPolicy = {
  allows(headers: IncomingHttpHeaders): boolean
  /** The CORS headers of a response; empty unless the request is from another origin. */
  corsHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>>
}

/** CORS does not cover WebSocket upgrades, so every request is checked here. */
export function createOriginPolicy(allowed: readonly string[]): OriginPolicy {
  return {
    allows: ({ origin, host }) => origin === undefined || isSameHost(origin, host) || allowed.includes(origin),
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

/** Headers of the response to a preflight request. */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Headers': 'X-Requested-With, X-SignalR-User-Agent, Content-Type, Authorization',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Max-Age': '3600',
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}
