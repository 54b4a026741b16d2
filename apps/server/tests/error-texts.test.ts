// Sends invalid values to every field of every call. Errors must have our texts, not a library’s.
import { calls, routes } from '@partyline/contract'
import type { CallName, CallSchemas } from '@partyline/contract'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowhere, paramsOf } from './call-inputs.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Harness } from './harness.ts'
import { shareHarness } from './shared-harness.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

const LONG = 'x'.repeat(9_000)
const WRONG: readonly unknown[] = [
  null,
  true,
  1.5,
  -1,
  10 ** 15,
  '',
  ' ',
  'x',
  LONG,
  '2026-02-31',
  [],
  [null],
  ['x'],
  ['x', 7],
  Array.from({ length: 5_001 }, () => 'x'),
  {},
  { x: 1 },
  [{}],
  [{ number: 1, name: LONG, fileName: '', contentType: 2, base64: '?' }],
]
/** Phrases of Zod, Fastify, the form parser, and V8. */
const LIBRARY_WORDS =
  /expected|received|invalid (input|option|string|number|key|value|element|guid|uuid|iso|base64|discriminator)|too (big|small)|unrecognized|[<>]=?\s?\d|multipart|unexpected token|JSON at position|must (be|have|match)|undefined|\bNaN\b|\[object/i

const names = Object.keys(routes) as CallName[]
const PARTS = ['query', 'body', 'form'] as const
const shapeOf = (name: CallName, part: (typeof PARTS)[number]) =>
  Object.keys((calls[name] as Partial<Record<typeof part, z.ZodObject>>)[part]?.shape ?? {})

function formWith(field: string, value: unknown): FormData {
  const form = new FormData()
  for (const one of Array.isArray(value) ? value.slice(0, 60) : [value]) {
    form.append(field, typeof one === 'object' ? new Blob([JSON.stringify(one)]) : String(one))
  }
  return form
}

/** Inputs of a call with one invalid part, and without the others. */
function* inputsOf(name: CallName) {
  yield { params: Object.fromEntries(paramsOf(name).map((param) => [param, 'x'])) }
  const { params } = nowhere(name)
  if ('body' in calls[name]) for (const body of WRONG) yield { params, body }
  for (const field of [...shapeOf(name, 'query'), 'unknown']) {
    for (const value of ['', 'x', '-1', '1.5', LONG]) yield { params, query: { [field]: value } }
  }
  for (const field of shapeOf(name, 'body')) for (const value of WRONG) yield { params, body: { [field]: value } }
  for (const field of shapeOf(name, 'form')) for (const value of WRONG) yield { params, form: formWith(field, value) }
}

/** Every string of a response. */
function textsOf(answer: unknown): string[] {
  if (typeof answer === 'string') return [answer]
  return typeof answer === 'object' && answer !== null ? Object.values(answer).flatMap(textsOf) : []
}

const checked = names.filter((name) => !name.startsWith('auth.') && name !== 'sessions.endAll')

test.each(checked)('%s refuses invalid input with our own texts', async (name) => {
  const strange: string[] = []
  for (const input of inputsOf(name)) {
    const { status, error } = await clinic.dana.call(name, input).catch(() => ({ status: 0, error: null }))
    if (status === 500) strange.push('500')
    const { message, details, errors } = error ?? { message: null, details: null, errors: {} }
    strange.push(...textsOf([message, details, errors]).filter((text) => LIBRARY_WORDS.test(text)))
  }
  expect([...new Set(strange)]).toEqual([])
})

// Includes calls that are refused before their input is read, or that do not report validation errors.
test.each(names)('the schemas of %s have our own error texts', (name) => {
  const { reply: _, ...parts } = calls[name] as CallSchemas
  const schemas = Object.values(parts).filter((part) => part instanceof z.ZodType)
  const strange = schemas.flatMap((schema) => {
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    const inputs = [...WRONG, ...fields.flatMap((field) => WRONG.map((value) => ({ [field]: value })))]
    const issues = inputs.flatMap((input) => schema.safeParse(input).error?.issues ?? [])
    return issues.map(({ message }) => message).filter((text) => LIBRARY_WORDS.test(text))
  })
  expect([...new Set(strange)]).toEqual([])
})
