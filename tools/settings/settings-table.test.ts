import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describeSettings } from '@partyline/server'
import { expect, test } from 'vitest'
import { cellsOf, settingsTable, tableIn, withTable } from './settings-table.ts'

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')

test('the operations page has the settings of the schema', () => {
  const wanted = cellsOf(settingsTable(describeSettings()))
  expect(tableIn(document), 'docs/operations.md is behind the configuration: run npm run settings').toEqual(wanted)
})

test('a setting has its default, whether it is required, and its allowed values', () => {
  const lines = cellsOf(settingsTable(describeSettings()))
  const lineOf = (name: string) => lines.find((line) => line.startsWith(`| \`${name}\` `))
  expect(lineOf('PORT')).toContain('| `3000` |')
  expect(lineOf('AUTH_SECRET')).toContain('| **required** |')
  expect(lineOf('REDIS_URL')).toContain('| |')
  expect(lineOf('SIGN_UP')).toContain('`open`, `allow-list`, `marketplace`')
  expect(lines).toHaveLength(describeSettings().length + 2)
})

test('writing the table again changes nothing, and a page without markers is refused', () => {
  const table = settingsTable(describeSettings())
  const written = withTable(document, table)
  expect(withTable(written, table)).toBe(written)
  expect(tableIn(written)).toEqual(cellsOf(table))
  expect(() => withTable('# Nothing here', table)).toThrow('The document needs the lines')
})
