import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The package's version with the commit's count and short hash, for example `0.1.0+42.1a2b3c4`. */
export const VERSION = `${packageVersion()}${buildNumber()}`

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}

/** Empty if the program does not run from its repository. */
function buildNumber(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    return `+${git('rev-list', '--count', 'HEAD')}.${git('rev-parse', '--short', 'HEAD')}`
  } catch {
    return ''
  }
}
