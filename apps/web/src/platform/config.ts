import type { PublicConfig } from '@partyline/contract'
import { routes } from '@partyline/contract'

/** Loads the public configuration. */
export async function loadConfig(fetch: typeof globalThis.fetch): Promise<PublicConfig> {
  // No custom headers: otherwise the browser can't use the preloaded request (apps/server/src/web-app).
  const response = await fetch(routes.config.path)
  if (!response.ok) throw new Error(`The configuration could not be read (${response.status}).`)
  return (await response.json()) as PublicConfig
}

/** The API's address. Unless it is on another origin, it is the page's own, so that the app also works under an alias. */
export function apiBase(config: PublicConfig, pageOrigin: string): string {
  const base = config.apiUrl || config.baseUrl
  return base === config.baseUrl ? pageOrigin : base.replace(/\/+$/, '')
}
