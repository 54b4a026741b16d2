import type { z } from 'zod'
import { BOUND_TEXTS } from './refusal-texts.ts'
import { VALIDATION } from './texts.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

const FORMATS: Record<string, string> = {
  datetime: 'a time in UTC, for example 2026-11-21T09:41:00.000Z',
  base64: 'Base64',
}

const EITHER = new Intl.ListFormat('en-US', { type: 'disjunction' })

const UNITS: Record<string, [one: string, more: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/** The error text for a value that a schema refuses without its own text. */
export function issueText(issue: Issue): string {
  const product = productOf(issue.path ?? [])
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return VALIDATION.required(product)
      return shouldBe(product, KINDS[issue.expected])
    case 'invalid_format':
      return shouldBe(product, FORMATS[issue.format])
    case 'invalid_value':
      if (issue.input === undefined) return VALIDATION.required(product)
      return shouldBe(product, EITHER.format(issue.values.map(String)))
    case 'too_small':
      if (issue.minimum === 1 && issue.origin === 'string') return VALIDATION.required(product)
      return `${product} should ${amount('at least', issue.minimum, issue.origin)}.`
    case 'too_big':
      return `${product} should ${amount('at most', issue.maximum, issue.origin)}.`
    case 'unrecognized_keys':
      return issue.keys.map(BOUND_TEXTS.unknownField).join(' ')
    default:
      return BOUND_TEXTS.invalid(product)
  }
}

function shouldBe(product: string, kind: string | undefined): string {
  return kind ? `${product} should be ${kind}.` : BOUND_TEXTS.invalid(product)
}

function amount(bound: string, count: number | bigint, origin: string): string {
  const unit = UNITS[origin]?.[count === 1 ? 0 : 1]
  const value = count.toLocaleString('en-US')
  return unit ? `have ${bound} ${value} ${unit}` : `be ${bound} ${value}`
}

/** `contacts.3.searchTerm` is about the search term. */
function productOf(path: readonly PropertyKey[]): string {
  const field = path.findLast((part) => typeof part === 'string')
  if (!field) return 'The request'
  const words = field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b[Ii]d(s?)$/, 'ID$1')
}
