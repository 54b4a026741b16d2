import type { Page } from '@playwright/test'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIRECTORIES } from '../../directories/index.ts'
import { createMemoryJournal } from '../../journal/index.ts'
import { accessibilityViolations } from '../../tests/accessibility.ts'
import { openBrowser, type TestBrowser } from '../../tests/browser.ts'
import { APP_CLIENT_ID, entraPlugin, type EntraEvent, loadSigningKey, redirectUriOf } from '../index.ts'

const app = fastify()
const entra = fastify()
let browser: TestBrowser
let signInUrl: string

beforeAll(async () => {
  app.get('/api/auth/callback/azure-ad', (request, reply) => reply.type('text/html').send(request.url))
  const appUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const memory = createMemoryJournal()
  await entra.register(entraPlugin, {
    directories: DIRECTORIES,
    appUrl,
    signingKey: await loadSigningKey(memory.section('key')),
    journal: memory.section<EntraEvent>('entra'),
  })
  const entraUrl = await entra.listen({ port: 0, host: '127.0.0.1' })
  const query = new URLSearchParams({
    client_id: APP_CLIENT_ID,
    redirect_uri: redirectUriOf(appUrl),
    response_type: 'code',
    scope: 'openid profile',
    state: 'kept',
  })
  signInUrl = `${entraUrl}/organizations/oauth2/v2.0/authorize?${query.toString()}`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await entra.close()
  await app.close()
})

async function openPicker(extra = ''): Promise<Page> {
  const page = await browser.context.newPage()
  await page.goto(signInUrl + extra)
  return page
}

test.each(['light', 'dark'] as const)(
  'the picker has no accessibility faults and fits 390 px, %s',
  async (colorScheme) => {
    const page = await openPicker('&login_hint=nobody@lakeside.example')
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await accessibilityViolations(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
  },
)

test('a person can be picked with the keyboard only', async () => {
  const page = await openPicker()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toContain('Omar Haddad')
  await page.keyboard.press('Enter')
  await page.waitForURL(/callback.azure-ad\?code=[^&]+&state=kept$/)
})

test('Cancel returns to the app', async () => {
  const page = await openPicker('&prompt=select_account')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL(/callback.azure-ad\?/)
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})

test('an unregistered redirect URI shows an accessible error page', async () => {
  const page = await openPicker()
  const wrong = new URL(signInUrl)
  wrong.searchParams.set('redirect_uri', 'http://elsewhere.example/')
  await page.goto(wrong.href)
  await page.getByText('AADSTS50011').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
