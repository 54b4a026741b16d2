import type { PublicConfig } from '@partyline/contract'

/** Name and version in the console, outside production (decisions 11.8). */
export function showConsoleBanner({ appName, version, environment }: PublicConfig): void {
  if (environment === 'production') return
  // oxlint-disable-next-line no-console -- the banner is what the console is for here
  console.info(`${appName} ${version} (${environment})`)
}
