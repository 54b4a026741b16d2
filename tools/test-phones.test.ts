import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const TESTS = path.join(import.meta.dirname, '../e2e/tests')

/** In any notation; the middle is the same for all phones that tests invent. */
const PHONE = /(?:\+1|\b)202[)\- ]*555[- ]?(\d{4})\b/g

/** A line and a contact of the demo, and a number that two files import. */
const SHARED = new Set(['0100', '0142', '0709'])

test('browser tests of different files use different phones, because files share a demo in any order', () => {
  const filesOf = new Map<string, string[]>()
  for (const file of globSync('*.test.ts', { cwd: TESTS })) {
    const phones = [...readFileSync(path.join(TESTS, file), 'utf8').matchAll(PHONE)].map(([, digits = '']) => digits)
    for (const phone of new Set(phones)) filesOf.set(phone, [...(filesOf.get(phone) ?? []), file])
  }
  expect(filesOf.size).toBeGreaterThan(50)
  const shared = [...filesOf].filter(([phone, files]) => files.length > 1 && !SHARED.has(phone))
  expect(shared).toEqual([])
})
