import type { ProviderId } from '@partyline/contract'
import { routes } from '@partyline/contract'
import { ConnectionError } from '../../platform/api-error.ts'
import { addressOf } from '../../platform/api.ts'

/** Where the browser has to go next, or why sign-in failed. */
export type SignInResult = { url: string } | { error: string }

export type SignIn = {
  signIn: (
    provider: ProviderId,
    options: {
      callbackUrl: string
      loginHint?: string | undefined
      /** `none`: Microsoft refuses instead of asking the person anything. */
      prompt?: 'none'
    },
  ) => Promise<SignInResult>
  /** Signs in with Teams' token, or with the code of a popup. */
  signInWithTeams: (
    proof: { token: string } | { code: string },
    options: { callbackUrl: string },
  ) => Promise<SignInResult>
  /** Ends the session on the server. Returns where to go. */
  signOut: (options: { callbackUrl: string }) => Promise<string>
}

/** The client of the sign-in routes, which are always on the page's own origin. */
export function createSignIn(parts: { fetch: typeof fetch; origin: string }): SignIn {
  async function request(path: string, init?: Omit<RequestInit, 'headers'>): Promise<Response> {
    try {
      return await parts.fetch(path, { ...init, headers: { Accept: 'application/json' } })
    } catch (error) {
      throw new ConnectionError(error)
    }
  }

  async function json<Body>(path: string, init?: Omit<RequestInit, 'headers'>): Promise<Body> {
    const response = await request(path, init)
    try {
      return (await response.json()) as Body
    } catch (error) {
      throw new ConnectionError(error)
    }
  }

  /** Null if the server answered with anything but the list. */
  async function providerList(): Promise<object | null> {
    const response = await request(routes['auth.providers'].path)
    const list: unknown = response.ok ? await response.json().catch(() => null) : null
    return typeof list === 'object' ? list : null
  }

  async function post(path: string, fields: Record<string, string>): Promise<string> {
    const { csrfToken } = await json<{ csrfToken: string }>(routes['auth.csrf'].path)
    const { url } = await json<{ url: string }>(path, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
    })
    return url
  }

  function resultOf(url: string): SignInResult {
    const at = new URL(url, parts.origin)
    // Only our own addresses report errors; the provider may use a parameter of that name for itself.
    const error = at.origin === parts.origin ? at.searchParams.get('error') : null
    return error ? { error } : { url }
  }

  return {
    async signIn(provider, { callbackUrl, loginHint, prompt }) {
      const providers = await providerList()
      if (!providers) return { url: routes['auth.error'].path }
      if (!Object.hasOwn(providers, provider)) {
        return { url: addressOf(routes['auth.signInPage'].path, { query: { callbackUrl } }) }
      }
      const query = { login_hint: loginHint, prompt }
      const path = addressOf(routes['auth.signIn'].path, { params: { provider }, query })
      const url = await post(path, { callbackUrl })
      return resultOf(url)
    },
    async signInWithTeams(proof, { callbackUrl }) {
      const path = addressOf(routes['auth.postCallback'].path, { params: { provider: 'teams' } })
      return resultOf(await post(path, { ...proof, callbackUrl }))
    },
    signOut: ({ callbackUrl }) => post(routes['auth.signOut'].path, { callbackUrl }),
  }
}
