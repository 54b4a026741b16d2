export type Page = {
  status: number
  headers: Headers
  text: string
  /** Where a redirect leads, absolute; null where the answer is none. */
  location: string | null
  /** The cookies that the answer sets: name to the whole line. */
  setCookies: Map<string, string>
}

type Visit = { method?: string; form?: Record<string, string>; json?: unknown; headers?: Record<string, string> }

export type Browser = {
  cookies: Map<string, string>
  /** Looks at one answer; follows nothing. */
  visit(address: string, visit?: Visit): Promise<Page>
  csrfToken(): Promise<string>
  /** Posts a form with the token, as the sign-in page does. */
  post(path: string, fields?: Record<string, string>): Promise<Page>
  /** Goes as far as the address at the directory. */
  beginSignIn(login: string, fields?: Record<string, string>): Promise<string>
  /** Lets the directory answer; where it sends the browser back to. */
  atDirectory(address: string): Promise<string>
  /** The whole way; the answer of the callback. */
  signIn(login: string, fields?: Record<string, string>): Promise<Page>
  session(): Promise<{
    user?: { id: string; name: string; sessionId: string; accessToken: string; accessTokenExpires: string }
    expires?: string
    renewBy?: string
  }>
}

/** A browser with a cookie jar of its own. `publicUrl` is what the app believes its address to be. */
export function createBrowser(url: string, publicUrl = url): Browser {
  const cookies = new Map<string, string>()

  async function visit(address: string, { method = 'GET', form, json, headers }: Visit = {}): Promise<Page> {
    const target = new URL(address.replace(publicUrl, url), url)
    const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json)
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        ...(target.origin === url && { cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    const location = response.headers.get('location')
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location && new URL(location, publicUrl).href,
      setCookies: keep(response.headers.getSetCookie()),
    }
  }

  function keep(lines: string[]): Map<string, string> {
    const set = new Map<string, string>()
    for (const line of lines) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      set.set(name, line)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return set
  }

  const browser: Browser = {
    cookies,
    visit,
    async csrfToken() {
      const { text } = await visit('/api/auth/csrf')
      return (JSON.parse(text) as { csrfToken: string }).csrfToken
    },
    async post(path, fields = {}) {
      return visit(path, { method: 'POST', form: { csrfToken: await browser.csrfToken(), ...fields } })
    },
    async beginSignIn(login, fields) {
      const answer = await browser.post(`/api/auth/signin/azure-ad?login_hint=${encodeURIComponent(login)}`, fields)
      return answer.location ?? ''
    },
    atDirectory: async (address) => (await visit(address)).location ?? '',
    async signIn(login, fields) {
      return visit(await browser.atDirectory(await browser.beginSignIn(login, fields)))
    },
    session: async () => JSON.parse((await visit('/api/auth/session')).text) as ReturnType<Browser['session']>,
  }
  return browser
}
