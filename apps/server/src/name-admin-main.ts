// npm run name-admin: exit code 0 if the person is Admin now, 1 if not.
import { runCommand } from './command-program.ts'
import { nameAdminCommand } from './name-admin-command.ts'
import { realOutside } from './platform/index.ts'

const USAGE =
  'Use it like this: npm run name-admin -- [--settings FILE] [--user NAME] [--name NAME] ORGANIZATION OBJECT-ID'

await runCommand({
  usage: USAGE,
  options: { name: { type: 'string' } },
  failureCode: 1,
  async run({ env, words, options: { name }, print }) {
    await nameAdminCommand({ env, words, name, usage: USAGE, print, outside: realOutside })
    return 0
  },
})
