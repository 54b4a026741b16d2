import { runCommand } from './command-program.ts'
import { diagnosticsCommand } from './diagnostics-command.ts'
import type { Outside } from './platform/index.ts'

const USAGE =
  'Use it like this: npm run doctor -- [--settings FILE] [--user NAME] [domain or directory id of an organization…]'

/** Runs Diagnostics with the arguments of this process, and sets its exit code. */
export function diagnosticsProgram(outside: Outside): Promise<void> {
  return runCommand({ usage: USAGE, failureCode: 2, run: (given) => diagnosticsCommand({ ...given, outside }) })
}
