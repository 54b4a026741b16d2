// npm run move: exit code 0 if the target has everything, 1 if not.
import { runCommand } from './command-program.ts'
import { moveCommand } from './move-command.ts'

const USAGE = 'Use it like this: npm run move -- --to postgres://user@host/database [--settings FILE] [--user NAME]'

await runCommand({
  usage: USAGE,
  options: { to: { type: 'string' } },
  failureCode: 1,
  async run({ env, options: { to }, print }) {
    await moveCommand({ env, to, print })
    return 0
  },
})
