import { parseSync, Visitor } from 'oxc-parser'
import type { Span } from './mutants-of.ts'

type Body = Span & { isExpression: boolean }

/** The name of the innermost function around a position; null at the top level of the module. */
export function functionKey(file: string, source: string): (place: Span) => string | null {
  const bodies = bodiesOf(file, source)
  return ({ start, end }) => {
    const around = bodies.filter((body) => body.start <= start && end <= body.end)
    const innermost = around.toSorted((one, other) => other.start - one.start)[0]
    return innermost ? keyOf(file, innermost) : null
  }
}

/** The source, changed so that each function appends its key to `log` on its first call. */
export function withMarks(file: string, source: string, log: string): string {
  const insertions = bodiesOf(file, source).flatMap((body) => {
    const mark = `markReached(${JSON.stringify(keyOf(file, body))})`
    if (!body.isExpression) return [{ at: body.start + 1, text: `${mark};` }]
    return [
      { at: body.start, text: `(${mark}, ` },
      { at: body.end, text: ')' },
    ]
  })
  let marked = source
  for (const { at, text } of insertions.toSorted((one, other) => other.at - one.at)) {
    marked = marked.slice(0, at) + text + marked.slice(at)
  }
  return `${marked}
var reached
function markReached(key) {
  reached ??= new Set()
  if (!reached.has(key)) process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, key + '\\n')
  reached.add(key)
}`
}

const keyOf = (file: string, { start }: Body) => `${file}:${start}`

function bodiesOf(file: string, source: string): Body[] {
  const bodies: Body[] = []
  const add = (body: Span | null, isExpression = false) => {
    if (body) bodies.push({ start: body.start, end: body.end, isExpression })
  }
  new Visitor({
    FunctionDeclaration: ({ body }) => add(body),
    FunctionExpression: ({ body }) => add(body),
    ArrowFunctionExpression: ({ body, expression }) => add(body, expression),
  }).visit(parseSync(file, source).program)
  return bodies
}
