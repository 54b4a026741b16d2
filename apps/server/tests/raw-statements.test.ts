import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import type { Expression } from 'oxc-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../src/platform/index.ts'
import { describeStatement } from './describe-statement.ts'
import { RAW_STATEMENTS } from './raw-statements.ts'
import { createRecordingDatabase } from './recording-database.ts'
import { openTestDatabase } from './test-database.ts'

// The query builder’s statements are checked against the types of the tables. Raw SQL statements are checked here.

/** The schema itself, a checkpoint, and a table that is dropped at once. */
const UNCHECKED = {
  'platform/database.ts openDatabase': 2,
  'platform/migrate.ts applyFunctions': 1,
  'platform/migrate.ts migrate': 1,
  'platform/upkeep-store.ts vacuum': 1,
}

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

for (const [name, { run, rows, answer = [] }] of Object.entries(RAW_STATEMENTS)) {
  test(`the rows of ${name} have the columns that the code expects`, async () => {
    const recording = createRecordingDatabase(answer)
    await run(recording.database)
    const described = await Promise.all(recording.raw().map((text) => describeStatement(database, text)))
    expect(
      described.map((row) => Object.fromEntries(row.map((column) => [camelCase(column.name), column.type]))),
    ).toEqual(rows)
  })
}

test('there are no other raw SQL statements', () => {
  const counts = Object.entries(RAW_STATEMENTS).map(([name, { rows }]) => [name, rows.length])
  expect(Object.fromEntries(statementsInSource())).toEqual({ ...Object.fromEntries(counts), ...UNCHECKED })
})

/** How many each function has: templates with the tag `sql` that it executes, or returns with the type of their rows. */
function statementsInSource(): Map<string, number> {
  const counts = new Map<string, number>()
  const folder = path.join(import.meta.dirname, '../src')
  for (const file of globSync('**/*.ts', { cwd: folder })) {
    if (/\.test\.ts$|(^|\/)tests\//.test(file)) continue
    const { program } = parseSync(file, readFileSync(path.join(folder, file), 'utf8'))
    const note = ({ start }: { start: number }) => {
      const around = program.body.find((node) => node.start <= start && start < node.end)
      const declared = around?.type === 'ExportNamedDeclaration' ? around.declaration : around
      const name = declared?.type === 'FunctionDeclaration' ? declared.id?.name : undefined
      const key = `${file} ${name}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    new Visitor({
      CallExpression(call) {
        const { callee } = call
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (callee.property.name === 'execute' && isSql(callee.object)) note(call)
      },
      ReturnStatement(statement) {
        const { argument } = statement
        if (argument?.type === 'TaggedTemplateExpression' && argument.typeArguments && isSql(argument)) note(statement)
      },
    }).visit(program)
  }
  return counts
}

/** A template with the tag `sql`, or a call of `sql.raw`. */
function isSql(node: Expression): boolean {
  if (node.type === 'TaggedTemplateExpression') return node.tag.type === 'Identifier' && node.tag.name === 'sql'
  const callee = node.type === 'CallExpression' ? node.callee : null
  return callee?.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'sql'
}
