import { readFileSync } from 'node:fs'
import { OperatorError } from './platform/index.ts'

/**
 * Reads a file of settings as systemd reads an `EnvironmentFile=`: a line `NAME=value` for each, quotes around a value
 * count for nothing, and lines that begin with `#` or `;` are comments.
 * @throws {OperatorError} if it cannot be read
 */
export function readSettingsFile(file: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const line of contentOf(file).split(/\r?\n/)) {
    const [, name, value = ''] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? []
    if (name) settings[name] = unquoted(value.trim())
  }
  return settings
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const advice = code === 'EACCES' ? 'Run this command as root, with --user partyline.' : 'Name another one.'
    throw new OperatorError(`The settings in ${file} cannot be read (${code}). ${advice}`, { cause })
  }
}

function unquoted(value: string): string {
  const quote = value.at(0)
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote)
  return isQuoted ? value.slice(1, -1) : value
}
