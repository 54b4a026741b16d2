import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = path.join(import.meta.dirname, 'src')
const SPACE = /\b(?:padding|margin|gap|rowGap|columnGap)\w*:\s*(?:'([^'\n]*)'|`([^`\n]*)`)/g
/** `calc` takes a known size into account, such as a border. */
const isOffScale = (value: string) => /\b[1-9]\d*px/.test(value) && !value.includes('calc(')
/** The usual styles for hiding content visually need exact pixels. */
const EXCEPT = path.join('ui', 'visually-hidden.tsx')

test('spacing uses the scale of Fluent’s tokens', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).filter((file) => file !== EXCEPT)
  const offScale = files.flatMap((file) =>
    [...readFileSync(path.join(SOURCE, file), 'utf8').matchAll(SPACE)]
      .filter(([, plain, template]) => isOffScale(plain ?? template ?? ''))
      .map(([line]) => `${file}: ${line}`),
  )
  expect(offScale).toEqual([])
})
