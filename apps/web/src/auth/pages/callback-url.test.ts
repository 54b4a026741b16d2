import { describe, expect, test } from 'vitest'
import { safeCallbackUrl } from './callback-url.ts'
import { errorPageText, signInErrorText } from './texts.ts'

describe('after the sign-in', () => {
  const origin = 'https://app.test'
  const inBrowser = (wanted: string | null) => safeCallbackUrl(wanted, { origin, basename: '/' })

  test('one comes to the wanted page', () => {
    expect(inBrowser('/?chat=1')).toBe('https://app.test/?chat=1')
    expect(inBrowser('https://app.test/admin')).toBe('https://app.test/admin')
  })

  test.each([
    null,
    '',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'javascript:alert(1)',
    'https://app.test.evil/',
  ])('one comes home when %s was wanted', (wanted) => expect(inBrowser(wanted)).toBe('https://app.test/'))

  test('one does not come back to the sign-in page', () => {
    expect(inBrowser('/auth/signin?error=Callback')).toBe('https://app.test/')
    const teams = { origin, basename: '/teams-app' }
    expect(safeCallbackUrl('/teams-app/auth/signin', teams)).toBe('https://app.test/teams-app')
    expect(safeCallbackUrl('/teams-app/?theme=dark', teams)).toBe('https://app.test/teams-app/?theme=dark')
  })
})

describe('the sign-in page', () => {
  test.each([
    ['SessionRequired', 'Please sign in to access this page.'],
    ['OAuthSignin', 'Try signing in with a different account.'],
    ['somethingNew', 'Unable to sign in.'],
    ['constructor', 'Unable to sign in.'],
    [null, null],
  ])('says for the error %s: %s', (error, text) => expect(signInErrorText(error)).toBe(text))

  test('tells who has no access to ask an administrator', () => {
    expect(errorPageText('AccessDenied').text).toMatch(/ask an administrator/)
    expect(errorPageText('ConsentRequired').text).toMatch(/consent of an administrator/)
    expect(errorPageText('undefined').text).toBe('Unable to sign in.')
    expect(errorPageText(null).text).toBe('Unable to sign in.')
  })
})
