import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Harness } from '../../../tests/harness.ts'
import { shareHarness } from '../../../tests/shared-harness.ts'
import { createBrowser } from '../tests/browser.ts'
import { callbackUrlOf } from './begin-flow.ts'

let harness: Harness
let url: string
beforeAll(async () => {
  harness = await shareHarness()
  url = harness.url
})
afterAll(() => harness.close())

const browse = () => createBrowser(url)

describe('callbackUrl', () => {
  test.each([
    ['/chats?x=1#top', '/chats?x=1#top'],
    ['//evil.example', '//evil.example'],
    ['/\\evil.example', '//evil.example'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/a\r\nSet-Cookie: x=1', '/aSet-Cookie:%20x=1'],
    ['/@evil.example', '/@evil.example'],
    ['https://evil.example/x', ''],
    ['http://evil.example', ''],
    ['https:evil.example', ''],
    ['http://localhost@evil.example', ''],
    ['http://localhost.evil.example', ''],
    ['http:\\\\evil.example', ''],
  ])('%j resolves to our own origin', async (callbackUrl, path) => {
    const browser = browse()
    const page = await browser.post('/api/auth/signout', { callbackUrl })
    expect(new URL(page.location ?? '').origin).toBe(url)
    expect(page.headers.get('location')).toBe(url + path)
  })

  test.each(['https://app.example', 'https://app.example:8443'])(
    'the start page of %s replaces an address that only begins like ours',
    (publicUrl) => {
      for (const rest of ['.evil.example', '.evil.example/x', '@evil.example', ':444', '0']) {
        expect([null, publicUrl]).toContain(callbackUrlOf(publicUrl + rest, publicUrl))
      }
      expect(callbackUrlOf('https://app.example.evil.example/x', 'https://app.example')).toBe('https://app.example')
      expect(callbackUrlOf(`${publicUrl}/x`, publicUrl)).toBe(`${publicUrl}/x`)
    },
  )

  test('our own origin with user information is replaced by the start page', async () => {
    const page = await browse().visit(`/api/auth/signin?callbackUrl=${url.replace('//', '//evil:x@')}/x`)
    expect(new URL(page.location ?? '').searchParams.get('callbackUrl')).toBe(url)
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'evil.example',
    'x',
    ' ',
    `/${'x'.repeat(3_000)}`,
  ])('%j is refused with 400 by every endpoint', async (bad) => {
    const browser = browse()
    const query = `callbackUrl=${encodeURIComponent(bad)}`
    for (const step of ['signin', 'signout', 'error', 'session', 'csrf']) {
      const page = await browser.visit(`/api/auth/${step}?${query}`)
      expect([step, page.status]).toEqual([step, 400])
      expect((JSON.parse(page.text) as { message: string }).message).toContain('callbackUrl')
    }
    for (const step of ['signin/azure-ad', 'signout']) {
      expect((await browser.post(`/api/auth/${step}`, { callbackUrl: bad })).status).toBe(400)
    }
  })

  test('is refused with 400 if it is not a string', async () => {
    for (const callbackUrl of [{}, ['/'], 1, true]) {
      const page = await browse().visit('/api/auth/signout', { method: 'POST', json: { callbackUrl } })
      expect(page.status).toBe(400)
    }
    expect((await browse().visit('/api/auth/signin?callbackUrl=/a&callbackUrl=/b')).status).toBe(400)
  })

  test('is kept in a cookie, and a forged cookie is refused once and cleared', async () => {
    const browser = browse()
    const first = await browser.visit('/api/auth/signin?callbackUrl=%2Fadmin')
    expect(first.setCookies.get('next-auth.callback-url')).toBe(
      `next-auth.callback-url=${encodeURIComponent(`${url}/admin`)}; Path=/; HttpOnly; SameSite=Lax`,
    )
    const second = await browser.visit('/api/auth/signin')
    expect(second.location).toContain(encodeURIComponent(`${url}/admin`))
    expect(second.setCookies.has('next-auth.callback-url')).toBe(false)
    browser.cookies.set('next-auth.callback-url', encodeURIComponent('javascript:alert(1)'))
    expect((await browser.visit('/api/auth/signin')).status).toBe(400)
    expect((await browser.visit('/api/auth/signin')).status).toBe(302)
  })
})
