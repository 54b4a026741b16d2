import { describe, expect, test } from 'vitest'
import { safeCallbackUrl } from './callback-url.ts'
import { errorPageText, signInErrorText } from './sign-in-errors.ts'

describe('safeCallbackUrl', () => {
  const origin = 'https://app.test'
  const inBrowser = (wanted: string | null) => safeCallbackUrl(wanted, { origin, basename: '/' })

  test('accepts pages of the app', () => {
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
  ])('falls back to the home page for %s', (wanted) => expect(inBrowser(wanted)).toBe('https://app.test/'))

  test('never returns to the sign-in page', () => {
    expect(inBrowser('/auth/signin?error=Callback')).toBe('https://app.test/')
    const teams = { origin, basename: '/teams-app' }
    expect(safeCallbackUrl('/teams-app/auth/signin', teams)).toBe('https://app.test/teams-app')
    expect(safeCallbackUrl('/teams-app/?theme=dark', teams)).toBe('https://app.test/teams-app/?theme=dark')
  })
})

describe('sign-in errors', () => {
  test.each([
    ['SessionRequired', 'Please sign in to access this page.'],
    ['OAuthSignin', 'Try signing in with a different account.'],
    ['somethingNew', 'Unable to sign in.'],
    ['constructor', 'Unable to sign in.'],
    [null, null],
  ])('%s is shown as: %s', (error, text) => expect(signInErrorText(error)).toBe(text))

  test('error page refers to an administrator if access or consent is missing', () => {
    expect(errorPageText('AccessDenied').text).toMatch(/ask an administrator/)
    expect(errorPageText('ConsentRequired').text).toMatch(/consent of an administrator/)
    expect(errorPageText('undefined').text).toBe('Unable to sign in.')
    expect(errorPageText(null).text).toBe('Unable to sign in.')
  })
})
