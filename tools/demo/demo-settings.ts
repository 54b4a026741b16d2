import path from 'node:path'
import { ConfigError } from '@partyline/server'

type Environment = Record<string, string | undefined>

const MOST = 65_535

/**
 * What the demo alone reads. A demo on a port of its own keeps its data in a folder of its own, so that two run side by
 * side.
 * @throws {ConfigError}
 */
export function demoSettings({ PORT, SANDBOX_PORT, DATA_DIR }: Environment): { dataDir: string; sandboxPort: number } {
  const sandboxPort = Number(SANDBOX_PORT || 4000)
  if (!Number.isInteger(sandboxPort) || sandboxPort < 1 || sandboxPort > MOST) {
    throw new ConfigError(
      `The configuration is not complete:\n  SANDBOX_PORT should be a whole number from 1 to ${MOST}`,
    )
  }
  const usual = /^\d+$/.test(PORT ?? '') && PORT !== '3000' ? `data/port-${PORT}` : 'data'
  return { dataDir: path.resolve(DATA_DIR || usual), sandboxPort }
}
