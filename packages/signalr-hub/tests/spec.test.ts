import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')

function idsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, id = '']) => id)
}

const rules = idsIn(readFileSync(path.join(root, 'SPEC.md'), 'utf8'), /^- \*\*([A-Z]{1,2}\d+)\*\*/gm)
const tested = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) => idsIn(readFileSync(path.join(import.meta.dirname, file), 'utf8'), /'([A-Z]{1,2}\d{1,2})[:']/g))

test('every rule of SPEC.md is named by a test', () => {
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((rule) => !tested.includes(rule))).toEqual([])
})

test('every rule that a test names is in SPEC.md, once', () => {
  expect(tested.filter((id) => !rules.includes(id))).toEqual([])
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
})
