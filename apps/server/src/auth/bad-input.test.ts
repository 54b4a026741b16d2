import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await shareHarness()
})
afterAll(() => harness.close())

const STEPS = [
  'session',
  'csrf',
  'providers',
  'signin',
  'signin/azure-ad',
  'callback/azure-ad',
  'signout',
  'error',
  '_log',
]
const FIELDS = [
  'callbackUrl',
  'csrfToken',
  'json',
  'error',
  'error_description',
  'code',
  'state',
  'level',
  'login_hint',
]
const COOKIES = ['session-token', 'callback-url', 'csrf-token', 'state', 'nonce', 'pkce.code_verifier']
const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=x', '']

const text = fc.string({ unit: 'binary', maxLength: 40 })
/** Arbitrary values, and values that parsers mishandle. */
const value = fc.oneof(text, fc.jsonValue(), fc.constantFrom('/', '//', 'http://', 'true', '\0', '\ud800', '%', null))
const fields = fc.dictionary(fc.constantFrom(...FIELDS), value)

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE'),
  step: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...STEPS) }, { weight: 1, arbitrary: text }),
  query: fc.oneof(fields, text),
  body: fc.oneof(fields, text),
  type: fc.constantFrom(...TYPES),
  cookies: fc.dictionary(fc.constantFrom(...COOKIES), text),
})
type Request = typeof request extends fc.Arbitrary<infer Type> ? Type : never

function written(part: Request['query'], as: 'form' | 'json'): string {
  if (typeof part === 'string') return part
  if (as === 'json') return JSON.stringify(part)
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return Object.entries(part)
    .map(([name, value]) => `${name}=${encodeURIComponent(asText(value).toWellFormed())}`)
    .join('&')
}

test('arbitrary requests get no 5xx, and redirect only to our own origin or the directory', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ method, step, query, body, type, cookies }) => {
      const path = step.split('/').map((part) => encodeURIComponent(part.toWellFormed()))
      const search = typeof query === 'string' ? encodeURI(query.toWellFormed()) : written(query, 'form')
      const cookie = Object.entries(cookies).map(
        ([name, value]) => `next-auth.${name}=${encodeURIComponent(value.toWellFormed())}`,
      )
      const response = await fetch(`${harness.url}/api/auth/${path.join('/')}?${search}`, {
        method,
        redirect: 'manual',
        headers: { cookie: cookie.join('; '), ...(type && { 'content-type': type }) },
        ...(method !== 'GET' && method !== 'HEAD' && { body: written(body, type.includes('json') ? 'json' : 'form') }),
      })
      await response.text()
      expect(response.status).toBeLessThan(500)
      const location = response.headers.get('location')
      const origins = [harness.url, harness.sandbox.url]
      expect(origins).toContain(new URL(location ?? '', harness.url).origin)
    }),
    { numRuns: 400 },
  )
})
