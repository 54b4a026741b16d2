import type { PublicConfig } from '@partyline/contract'
import { routes } from '@partyline/contract'

/** Reads the public configuration that the server gives to every browser. */
export async function loadConfig(fetch: typeof globalThis.fetch): Promise<PublicConfig> {
  const response = await fetch(routes.config.path, { headers: { Accept: 'application/json' } })
  if (!response.ok) throw new Error(`The configuration could not be read (${response.status}).`)
  return (await response.json()) as PublicConfig
}

/**
 * Where the API is. When it is not somewhere else than the app, it is where the page came from: the app then also
 * works by another name of the same machine.
 */
export function apiBase(config: PublicConfig, pageOrigin: string): string {
  const base = config.apiUrl || config.baseUrl
  return base === config.baseUrl ? pageOrigin : base.replace(/\/+$/, '')
}
