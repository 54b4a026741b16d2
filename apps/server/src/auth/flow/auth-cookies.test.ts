import { expect, test } from 'vitest'
import { startHarness } from '../../../tests/harness.ts'
import { createBrowser } from '../tests/browser.ts'

test('with HTTPS the cookies are Secure and have the __Host- and __Secure- prefixes', async () => {
  const publicUrl = 'https://partyline.example'
  const secure = await startHarness({ env: { PUBLIC_URL: publicUrl }, sandbox: { appUrl: publicUrl } })
  try {
    const browser = createBrowser(secure.url, publicUrl)
    const address = await browser.beginSignIn('dana@lakeside.example')
    const page = await browser.visit(await browser.atDirectory(address))
    expect(page.location).toBe(`${publicUrl}/`)
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      '__Host-next-auth.csrf-token',
      '__Secure-next-auth.callback-url',
      '__Secure-next-auth.session-token',
    ])
    expect([...page.setCookies.keys()].toSorted()).toEqual([
      '__Secure-next-auth.nonce',
      '__Secure-next-auth.pkce.code_verifier',
      '__Secure-next-auth.session-token',
      '__Secure-next-auth.state',
    ])
    for (const line of page.setCookies.values()) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
    expect(await browser.session()).toHaveProperty('user')
  } finally {
    await secure.close()
  }
})
