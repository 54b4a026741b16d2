import path from 'node:path'
import { ConfigError } from '@partyline/server'

type Environment = Record<string, string | undefined>

const MAX_PORT = 65_535

/**
 * Settings of the demo only. A demo on another port stores its data in another folder, so that two can run side by
 * side.
 * @throws {ConfigError}
 */
export function demoSettings({ PORT, SANDBOX_PORT, DATA_DIR }: Environment): { dataDir: string; sandboxPort: number } {
  const sandboxPort = Number(SANDBOX_PORT || 4000)
  if (!Number.isInteger(sandboxPort) || sandboxPort < 1 || sandboxPort > MAX_PORT) {
    throw new ConfigError(
      `The configuration is not complete:\n  SANDBOX_PORT should be a whole number from 1 to ${MAX_PORT}`,
    )
  }
  const defaultDir = /^\d+$/.test(PORT ?? '') && PORT !== '3000' ? `data/port-${PORT}` : 'data'
  return { dataDir: path.resolve(DATA_DIR || defaultDir), sandboxPort }
}
