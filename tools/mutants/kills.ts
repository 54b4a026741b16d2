import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Mutant } from './mutants-of.ts'

const FOLDER = 'node_modules/.cache/mutants'

/** The test that killed each mutant of an area. Mutants are identified by their text, because line numbers change. */
export type Kills = { of(mutant: Mutant): string | undefined; add(mutant: Mutant, test: string): void }

/** Opens the file of kills. `earlier`: includes those of earlier runs. */
export function readKills(area: string, earlier: boolean): Kills {
  const file = path.join(FOLDER, `${area}.json`)
  const all = earlier ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
  mkdirSync(FOLDER, { recursive: true })
  const keyOf = ({ file, context, original, replacement }: Mutant) => [file, context, original, replacement].join('\n')
  return {
    of: (mutant) => all[keyOf(mutant)],
    add(mutant, test) {
      all[keyOf(mutant)] = test
      writeFileSync(file, JSON.stringify(all, null, 2))
    },
  }
}
