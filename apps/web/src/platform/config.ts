import type { PublicConfig } from '@partyline/contract'
import { routes } from '@partyline/contract'

/** Reads the public configuration that the server gives to every browser. */
export async function loadConfig(fetch: typeof globalThis.fetch): Promise<PublicConfig> {
  // Without headers of its own: only so is it the request that the page has announced (apps/server/src/web-app).
  const response = await fetch(routes.config.path)
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
