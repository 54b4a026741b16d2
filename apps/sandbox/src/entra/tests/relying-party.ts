import { fastify, type FastifyInstance } from 'fastify'
import type { JWK } from 'jose'
import * as client from 'openid-client'
import { DIRECTORIES } from '../../directories/index.ts'
import type { Section } from '../../journal/index.ts'
import { outsideThrough, type Outside } from '../../outside/index.ts'
import {
  APP_CLIENT_ID,
  APP_CLIENT_SECRET,
  type EntraEvent,
  entraPlugin,
  loadSigningKey,
  redirectUriOf,
} from '../index.ts'

export const APP_URL = 'http://localhost:3000'
export const ISSUER = new URL('https://login.microsoftonline.com/organizations/v2.0')
const SCOPE = 'openid profile email offline_access User.Read'

/** The sandbox's Entra, and an app that signs people in as in production. */
export function createRelyingParty() {
  let app: FastifyInstance
  let outside: Outside
  const journal = recorder<EntraEvent>()
  const keyJournal = recorder<JWK>()

  async function start(): Promise<void> {
    app = fastify()
    const signingKey = await loadSigningKey(keyJournal)
    await app.register(entraPlugin, { directories: DIRECTORIES, appUrl: APP_URL, signingKey, journal })
    outside = outsideThrough(await app.listen({ port: 0, host: '127.0.0.1' }))
  }

  async function close(): Promise<void> {
    await app.close()
  }

  async function discover(secret = APP_CLIENT_SECRET, issuer = ISSUER): Promise<client.Configuration> {
    const config = await client.discovery(issuer, APP_CLIENT_ID, secret, undefined, {
      [client.customFetch]: outside.fetch,
    })
    client.enableNonRepudiationChecks(config)
    return config
  }

  /** Starts a sign-in, and returns the state that a relying party keeps until the browser comes back. */
  async function startSignIn(config: client.Configuration, extra: Record<string, string> = {}) {
    const checks = {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
      expectedState: client.randomState(),
      expectedNonce: client.randomNonce(),
    }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUriOf(APP_URL),
      scope: SCOPE,
      code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      ...extra,
    })
    return { url, checks }
  }

  /** Acts as the browser, without following redirects. */
  async function visit(url: URL | string): Promise<Response> {
    return fetch(outside.browserUrl(String(url)), { redirect: 'manual' })
  }

  /** Posts the form of the current page. */
  async function post(url: string, form: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(form)
    return fetch(outside.browserUrl(url), { method: 'POST', body, redirect: 'manual' })
  }

  async function signIn(config: client.Configuration, login: string) {
    const { url, checks } = await startSignIn(config, { login_hint: login })
    const answer = await visit(url)
    return client.authorizationCodeGrant(config, new URL(answer.headers.get('location') ?? ''), checks)
  }

  return {
    start,
    close,
    discover,
    startSignIn,
    visit,
    post,
    signIn,
    signingKey: () => loadSigningKey(keyJournal),
    fetch: (url: string) => outside.fetch(url),
    outsideFetch: () => outside.fetch,
  }
}

/** A journal section in memory, for restarting the same Entra. */
function recorder<Event>(): Section<Event> {
  const past: Event[] = []
  return { past, append: (event) => void past.push(event) }
}
