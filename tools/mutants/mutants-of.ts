import { parseSync, Visitor } from 'oxc-parser'
import type { Expression } from 'oxc-parser'

/** A mutant no longer matches its file. */
export const CHANGED = 'has changed since it was read'

/** Characters before a mutant that distinguish it from equal ones. */
const CONTEXT_LENGTH = 60

/** One change to a source file that a test should detect. */
export type Mutant = Span & { file: string; line: number; original: string; replacement: string; context: string }

export type Span = { start: number; end: number }

/** Replacements of comparisons: the bound moves by one, or the comparison is negated. */
const COMPARISONS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}
/** Chained calls that filter a result. */
const NARROWING = new Set(['filter', 'onRef', 'where', 'whereRef'])
const LOGS = /\blog(ger)?\.|^this\.#log/

/**
 * The mutants of a source file, in order: guards removed, conditions dropped, bounds moved, constants set to
 * zero, and SQL predicates removed.
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const mutants: Mutant[] = []
  const add = ({ start, end }: Span, replacement: string) => {
    const line = source.slice(0, start).split('\n').length
    const context = source.slice(Math.max(0, start - CONTEXT_LENGTH), start)
    mutants.push({ file, line, start, end, original: source.slice(start, end), replacement, context })
  }
  const textOf = ({ start, end }: Span) => source.slice(start, end)
  /** Only the operator, so that mutants inside the operands are separate. */
  const addComparison = (left: Span, right: Span, operator: string) => {
    const next = COMPARISONS[operator]
    const start = left.end + source.slice(left.end, right.start).indexOf(operator)
    if (next) add({ start, end: start + operator.length }, next)
  }
  /** Conditions that are mutated as a whole. Also negating their equality would add nothing. */
  const whole = new Set<Span>()
  /** Parts of a longer chain of `&&` or `||`. */
  const chained = new Set<Span>()
  const operandsOf = (node: Expression, operator: string): Expression[] => {
    if (node.type !== 'LogicalExpression' || node.operator !== operator) return [node]
    chained.add(node)
    return [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)]
  }
  new Visitor({
    IfStatement({ test }) {
      add(test, 'false')
      whole.add(test)
    },
    ConditionalExpression(node) {
      add(node, `(${textOf(node.consequent)})`)
      add(node, `(${textOf(node.alternate)})`)
      whole.add(node.test)
    },
    LogicalExpression(node) {
      if (node.operator === '??' || chained.has(node)) return
      const operands = operandsOf(node, node.operator)
      for (const operand of operands) {
        const others = operands.filter((other) => other !== operand)
        add(node, `(${others.map(textOf).join(` ${node.operator} `)})`)
        whole.add(operand)
      }
    },
    BinaryExpression(node) {
      if (!whole.has(node) || !node.operator.endsWith('==')) addComparison(node.left, node.right, node.operator)
    },
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (NARROWING.has(callee.property.name)) add({ start: callee.object.end, end }, '')
    },
    ExpressionStatement(node) {
      const { expression } = node
      const called = expression.type === 'AwaitExpression' ? expression.argument : expression
      const isGuard = called.type === 'CallExpression' || called.type === 'AssignmentExpression'
      if (isGuard && !/=> \{/.test(textOf(called)) && !LOGS.test(textOf(called))) add(node, ';')
    },
    VariableDeclarator({ id, init }) {
      if (init && /^[A-Z_0-9]+$/.test(textOf(id)) && /^[-\d_ *+/()A-Z]+$/.test(textOf(init))) add(init, '0')
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (textOf(tag) !== 'sql') return
      let masked = textOf(quasi)
      for (const { start, end } of quasi.expressions) {
        const [from, to] = [start - quasi.start, end - quasi.start]
        masked = masked.slice(0, from) + '_'.repeat(to - from) + masked.slice(to)
      }
      for (const { start, end, replacement } of sqlMutantsOf(masked)) {
        add({ start: quasi.start + start, end: quasi.start + end }, replacement)
      }
    },
  }).visit(parseSync(file, source).program)
  return mutants.toSorted((one, other) => one.start - other.start || other.end - one.end)
}

/** Words that end a predicate outside parentheses. */
const AFTER_PREDICATE =
  /^(and|or|where|order|group|having|limit|returning|for|union|on|join|left|cross|set|then|else|end|as)\b/i

/** `sql`: a statement, or part of one, with masked parameters. */
function sqlMutantsOf(sql: string): (Span & { replacement: string })[] {
  const words = sql.replaceAll(/\bbetween\b.*?\band\b/gi, (between) => between.replace(/and$/i, '___'))
  const predicates = [...words.matchAll(/\b(?<!distinct )(and|or|where|on)\s+(?!conflict)/gi)].map((match) => {
    const start = match.index
    const end = endOfPredicate(words, start + match[0].length)
    const isFirst = /where|on/i.test(match[1] ?? '')
    return { start, end, replacement: isFirst ? `${match[0]}true ` : '' }
  })
  const bounds = [...words.matchAll(/(?<![-<>=!])(<=|>=|<|>)(?![<>=])/g)].map(({ index, 0: operator }) => {
    return { start: index, end: index + operator.length, replacement: COMPARISONS[operator] ?? '' }
  })
  return [...predicates, ...bounds]
}

function endOfPredicate(sql: string, from: number): number {
  let depth = 0
  for (let index = from; index < sql.length; index += 1) {
    const character = sql[index]
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    const isWordStart = /\W/.test(sql[index - 1] ?? ' ')
    if (depth < 0 || character === '`') return index
    if (depth === 0 && index > from && isWordStart && AFTER_PREDICATE.test(sql.slice(index))) return index
  }
  return sql.length
}
