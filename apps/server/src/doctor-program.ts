import { parseArgs } from 'node:util'
import { becomeUser } from './become-user.ts'
import { doctorCommand } from './doctor-command.ts'
import { OperatorError } from './platform/index.ts'
import type { Outside } from './platform/index.ts'
import { readSettingsFile } from './settings-file.ts'

const OPTIONS = { settings: { type: 'string' }, user: { type: 'string' } } as const
const USAGE =
  'Use it like this: npm run doctor -- [--settings FILE] [--user NAME] [domain or directory id of an organization…]'

/** Runs the doctor with the arguments of this process, and sets its exit code. */
export async function doctorProgram(outside: Outside): Promise<void> {
  try {
    const { values, positionals } = readArguments()
    const fromFile = values.settings === undefined ? {} : readSettingsFile(values.settings)
    if (values.user !== undefined) becomeUser(values.user)
    process.exitCode = await doctorCommand({
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
