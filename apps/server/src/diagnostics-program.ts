import { parseArgs } from 'node:util'
import { diagnosticsCommand } from './diagnostics-command.ts'
import { OperatorError } from './platform/index.ts'
import type { Outside } from './platform/index.ts'
import { readSettingsFile } from './settings-file.ts'

const OPTIONS = { settings: { type: 'string' }, user: { type: 'string' } } as const
const USAGE =
  'Use it like this: npm run doctor -- [--settings FILE] [--user NAME] [domain or directory id of an organization…]'

/** Runs Diagnostics with the arguments of this process, and sets its exit code. */
export async function diagnosticsProgram(outside: Outside): Promise<void> {
  try {
    const { values, positionals } = readArguments()
    const fromFile = values.settings === undefined ? {} : readSettingsFile(values.settings)
    if (values.user !== undefined) becomeUser(values.user)
    process.exitCode = await diagnosticsCommand({
      env: { ...process.env, ...fromFile },
      words: positionals,
      print: (line) => console.log(line),
      complain: (line) => console.error(line),
      outside,
    })
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 2
  }
}

function readArguments() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true })
  } catch (cause) {
    throw new OperatorError(USAGE, { cause })
  }
}

/**
 * Gives up the rights of root for those of a user, so that PostgreSQL and the files see who the server is.
 * @throws {OperatorError} unless this process belongs to root, and user and group exist
 */
function becomeUser(name: string): void {
  try {
    // In this order: without its rights root could not do the next.
    process.setgroups?.([name])
    process.setgid?.(name)
    process.setuid?.(name)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const reason = code === 'EPERM' ? 'only root can' : `there is no user and group ${name}`
    throw new OperatorError(`The command cannot run as the user ${name}: ${reason}.`, { cause })
  }
}
