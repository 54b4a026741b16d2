import { parseArgs } from 'node:util'
import type { ParseArgsOptionDescriptor } from 'node:util'
import { OperatorError } from './platform/index.ts'
import { readSettingsFile } from './settings-file.ts'

type Command = {
  usage: string
  /** In addition to `--settings` and `--user`. */
  options?: Record<string, ParseArgsOptionDescriptor>
  /** Exit code if the command throws. */
  failureCode: number
  run(given: {
    env: Record<string, string | undefined>
    options: Record<string, unknown>
    words: readonly string[]
    print: (line: string) => void
    complain: (line: string) => void
  }): Promise<number>
}

/** Runs a command with the arguments of this process and the settings of the server, and sets the exit code. */
export async function runCommand(command: Command): Promise<void> {
  try {
    const { values, positionals } = readArguments(command)
    const { settings, user, ...options } = values
    const fromFile = typeof settings === 'string' ? readSettingsFile(settings) : {}
    if (typeof user === 'string') becomeUser(user)
    process.exitCode = await command.run({
      env: { ...process.env, ...fromFile },
      options,
      words: positionals,
      print: (line) => console.log(line),
      complain: (line) => console.error(line),
    })
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = command.failureCode
  }
}

function readArguments({ options, usage }: Command) {
  try {
    return parseArgs({
      options: { settings: { type: 'string' }, user: { type: 'string' }, ...options },
      allowPositionals: true,
    })
  } catch (cause) {
    throw new OperatorError(usage, { cause })
  }
}

/**
 * Gives up the rights of root for those of a user, so that PostgreSQL and the files see who the server is.
 * @throws {OperatorError} unless this process belongs to root, and user and group exist
 */
function becomeUser(name: string): void {
  try {
    // In this order, because setuid drops the rights that the others need.
    process.setgroups?.([name])
    process.setgid?.(name)
    process.setuid?.(name)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const reason = code === 'EPERM' ? 'only root can' : `there is no user and group ${name}`
    throw new OperatorError(`The command cannot run as the user ${name}: ${reason}.`, { cause })
  }
}
