import { describe, expect, test } from 'vitest'
import { createSignIn } from './sign-in.ts'

type Request = { method: string; path: string; form: Record<string, string> }

function signInOn(answers: Record<string, unknown>) {
  const requests: Request[] = []
  const network: typeof fetch = async (path, init) => {
    const form = init?.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {}
    requests.push({ method: init?.method ?? 'GET', path: path as string, form })
    const answer = answers[(path as string).split('?')[0] ?? '']
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return answer instanceof Response ? answer : Response.json(answer)
  }
  return { requests, ...createSignIn({ fetch: network, origin: 'https://app.test' }) }
}
const entra = 'https://login.test/authorize?error=kept'
const usual = {
  '/api/auth/providers': { 'azure-ad': {} },
  '/api/auth/csrf': { csrfToken: 'c1' },
  '/api/auth/signin/azure-ad': { url: entra },
  '/api/auth/signout': { url: 'https://app.test/auth/signin' },
}

describe('signIn', () => {
  test('fetches the providers and CSRF token, posts the form, and returns the URL to go to', async () => {
    const { signIn, requests } = signInOn(usual)
    expect(await signIn('azure-ad', { callbackUrl: 'https://app.test/?chat=1' })).toEqual({ url: entra })
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/auth/providers',
      'GET /api/auth/csrf',
      'POST /api/auth/signin/azure-ad',
    ])
    expect(requests[2]?.form).toEqual({ csrfToken: 'c1', callbackUrl: 'https://app.test/?chat=1', json: 'true' })
  })

  test('passes a login hint in the query', async () => {
    const { signIn, requests } = signInOn(usual)
    await signIn('azure-ad', { callbackUrl: '/', loginHint: 'marta@lakeside.test' })
    expect(requests[2]?.path).toBe('/api/auth/signin/azure-ad?login_hint=marta%40lakeside.test')
  })

  test('returns the error in the returned URL', async () => {
    const url = 'https://app.test/api/auth/error?error=OAuthSignin'
    const { signIn } = signInOn({ ...usual, '/api/auth/signin/azure-ad': { url } })
    expect(await signIn('azure-ad', { callbackUrl: '/' })).toEqual({ error: 'OAuthSignin' })
  })

  test('returns the error page without providers, and the sign-in page without this provider', async () => {
    const without = signInOn({ ...usual, '/api/auth/providers': null })
    expect(await without.signIn('azure-ad', { callbackUrl: '/' })).toEqual({ url: '/api/auth/error' })
    const other = signInOn({ ...usual, '/api/auth/providers': { teams: {} } })
    expect(await other.signIn('azure-ad', { callbackUrl: '/' })).toEqual({ url: '/api/auth/signin?callbackUrl=%2F' })
  })

  test.each<[string, Response]>([
    ['a 500 in our envelope', Response.json({ error: 'internal', data: null }, { status: 500 })],
    ['a 500 that looks like a list', Response.json({ 'azure-ad': {} }, { status: 500 })],
    ['a 503 without a body', new Response(null, { status: 503 })],
    ['a 404', Response.json({}, { status: 404 })],
    ['a page of a proxy', new Response('<!doctype html>', { status: 502 })],
    ['a page with status 200', new Response('<!doctype html>')],
    ['an empty body', new Response('')],
    ['a text', Response.json('azure-ad')],
  ])('returns the error page after %s instead of the providers', async (_, answer) => {
    const { signIn, requests } = signInOn({ ...usual, '/api/auth/providers': answer })
    expect(await signIn('azure-ad', { callbackUrl: '/' })).toEqual({ url: '/api/auth/error' })
    expect(requests).toHaveLength(1)
  })

  test('rejects with a readable error if the server is unreachable', async () => {
    const { signIn } = signInOn({})
    await expect(signIn('azure-ad', { callbackUrl: '/' })).rejects.toThrow(/can’t be reached/)
  })
})

test('signOut posts the CSRF token and returns the URL to go to', async () => {
  const { signOut, requests } = signInOn(usual)
  expect(await signOut({ callbackUrl: 'https://app.test/auth/signin' })).toBe('https://app.test/auth/signin')
  expect(requests.at(-1)).toEqual({
    method: 'POST',
    path: '/api/auth/signout',
    form: { csrfToken: 'c1', callbackUrl: 'https://app.test/auth/signin', json: 'true' },
  })
})
