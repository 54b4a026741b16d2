// npm run merge-phones: exit code 0 if everything was merged or reversed, 1 if not.
import { runCommand } from './command-program.ts'
import { mergePhonesCommand } from './merge-phones-command.ts'
import { realOutside } from './platform/index.ts'

await runCommand({
  usage: 'Use it like this: npm run merge-phones -- [--dry-run] [--reverse] [--settings FILE] [--user NAME]',
  options: { 'dry-run': { type: 'boolean' }, reverse: { type: 'boolean' } },
  failureCode: 1,
  async run({ env, options, print }) {
    const [isDryRun, isReverse] = [options['dry-run'] === true, options['reverse'] === true]
    await mergePhonesCommand({ env, isDryRun, isReverse, print, outside: realOutside })
    return 0
  },
})
