import { createClient } from './client.ts'
import type { Client } from './client.ts'

/** Follows the whole sign-in over HTTP, as a browser would, with the person named in advance. */
export async function signIn(appUrl: string, login: string): Promise<Client & { cookies: string }> {
  const jar = new Map<string, Map<string, string>>()
  const visit = async (address: string, init: Pick<RequestInit, 'method' | 'body'> = {}) => {
    const url = new URL(address)
    const cookies = jar.get(url.host) ?? new Map<string, string>()
    jar.set(url.host, cookies)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const { csrfToken } = (await (await visit(`${appUrl}/api/auth/csrf`)).json()) as { csrfToken: string }
  let response = await visit(`${appUrl}/api/auth/signin/azure-ad?login_hint=${encodeURIComponent(login)}`, {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, callbackUrl: appUrl }),
  })
  let at = `${appUrl}/`
  for (let location = response.headers.get('location'); location; location = response.headers.get('location')) {
    at = new URL(location, at).href
    if (new URL(at).pathname === '/') break
    response = await visit(at)
  }
  const session = (await (await visit(`${appUrl}/api/auth/session`)).json()) as { user?: { accessToken: string } }
  if (!session.user) throw new Error(`${login} was not signed in: the way ended at ${at}`)
  const cookies = [...(jar.get(new URL(appUrl).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
  return { ...createClient(appUrl, session.user.accessToken), cookies }
}
