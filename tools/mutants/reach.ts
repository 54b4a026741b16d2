import { parseSync, Visitor } from 'oxc-parser'
import type { Span } from './mutants-of.ts'

/** A statement, or an expression that is the whole body of a function. */
type Step = Span & { isExpression: boolean }

/** A step that a test reached. `test` is an id; empty before the first test of a file. */
export type Reached = { test: string; step: string }

/** The name of the innermost step around a position; null at the top level of the module. */
export function stepKey(file: string, source: string): (place: Span) => string | null {
  const steps = stepsOf(file, source)
  return ({ start, end }) => {
    const around = steps.filter((step) => step.start <= start && end <= step.end)
    const innermost = around.toSorted((one, other) => other.start - one.start)[0]
    return innermost ? keyOf(file, innermost) : null
  }
}

/** The source, changed so that each step appends a line to `log` when a test reaches it for the first time. */
export function withMarks(file: string, source: string, log: string): string {
  const insertions = stepsOf(file, source).flatMap((step) => {
    const mark = `markReached(${JSON.stringify(keyOf(file, step))})`
    if (!step.isExpression) return [{ at: step.start, text: `${mark};` }]
    return [
      { at: step.start, text: `(${mark}, ` },
      { at: step.end, text: ')' },
    ]
  })
  let marked = source
  for (const { at, text } of insertions.toSorted((one, other) => other.at - one.at)) {
    marked = marked.slice(0, at) + text + marked.slice(at)
  }
  return `${marked}
var reached
function markReached(step) {
  const line = (globalThis.currentTest ?? '') + ' ' + step + '\\n'
  reached ??= new Set()
  if (!reached.has(line)) process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, line)
  reached.add(line)
}`
}

export function parseReached(log: string): Reached[] {
  return log.split('\n').flatMap((line) => {
    const [test, step] = line.split(' ')
    return test !== undefined && step ? [{ test, step }] : []
  })
}

const keyOf = (file: string, { start }: Step) => `${file}:${start}`

function stepsOf(file: string, source: string): Step[] {
  const steps: Step[] = []
  const addStatements = (statements: readonly Span[]) => {
    for (const { start, end } of statements) steps.push({ start, end, isExpression: false })
  }
  new Visitor({
    BlockStatement: ({ body }) => addStatements(body),
    SwitchCase: ({ consequent }) => addStatements(consequent),
    ArrowFunctionExpression({ body, expression }) {
      if (expression) steps.push({ start: body.start, end: body.end, isExpression: true })
    },
  }).visit(parseSync(file, source).program)
  return steps
}
