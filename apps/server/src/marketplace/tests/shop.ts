import { setTimeout as wait } from 'node:timers/promises'
import { PUBLISHER } from '@partyline/sandbox'
import { startHarness } from '../../../tests/harness.ts'
import type { HarnessOptions } from '../../../tests/harness.ts'
import { until } from '../../../tests/until.ts'

/** The second environment that events are forwarded to. */
export const SECOND = 'second.partyline.example'
const MICROSOFT = 'marketplaceapi.microsoft.com'
/** Shorter than any request timeout that makes sense. */
const ANSWER_MS = 20

export type Subscription = { id: string; planId: string; saasSubscriptionStatus: string }
export type Told = {
  operation: { id: string; action: string; status: string; timeStamp: string; subscriptionId: string }
  answer: { status: number; body: string }
}
type Forwarded = { url: string; authorization: string | null; body: unknown }
/** Answers a request to the marketplace's API instead of the sandbox; `pass` asks the sandbox. */
type Meddle = (request: Request, pass: () => Promise<Response>) => Promise<Response>

/** An installation that is sold in the marketplace, and the marketplace. */
export type Shop = Awaited<ReturnType<typeof openShop>>

export async function openShop(options: Pick<HarnessOptions, 'clock'> = {}) {
  /** Set by a test to change what the marketplace answers. */
  const microsoft: { meddle: Meddle | null } = { meddle: null }
  /** Operations received by the second environment, and how often it fails first. */
  const second = { forwarded: [] as Forwarded[], failures: 0 }

  async function answerAsSecond(request: Request): Promise<Response> {
    second.failures -= 1
    if (second.failures >= 0) return new Response('', { status: 503 })
    await wait(ANSWER_MS)
    request.signal.throwIfAborted()
    const { url, headers } = request
    second.forwarded.push({ url, authorization: headers.get('authorization'), body: await request.json() })
    return new Response('{}')
  }

  const harness = await startHarness({
    ...options,
    env: {
      SIGN_UP: 'marketplace',
      MARKETPLACE_TENANT_ID: PUBLISHER.tenantId,
      MARKETPLACE_CLIENT_ID: PUBLISHER.clientId,
      MARKETPLACE_CLIENT_SECRET: PUBLISHER.clientSecret,
      SAAS_FORWARD_HOSTS: SECOND,
    },
    outside: (toSandbox) => ({
      ...toSandbox,
      async fetch(...input) {
        const request = new Request(...input)
        const { host } = new URL(request.url)
        if (host === SECOND) return answerAsSecond(request)
        const pass = () => toSandbox.fetch(...input)
        return host === MICROSOFT && microsoft.meddle ? microsoft.meddle(request, pass) : pass()
      },
    }),
  })
  const { anonymous } = harness
  const sandbox = `${harness.sandbox.url}/sandbox/marketplace`

  const sold: Subscription[] = []

  const shop = {
    harness,
    microsoft,
    second,

    /** A purchase that nobody has activated yet. */
    async sell(directory: string, more: { quantity?: number } = {}) {
      const { subscription, landingPage } = await post<{ subscription: Subscription; landingPage: string }>(
        `${sandbox}/purchases`,
        { directory, planId: 'team', ...more },
      )
      sold.push(subscription)
      return { subscription, token: new URL(landingPage).searchParams.get('token') ?? '' }
    },

    async buy(directory: string) {
      const sold = await shop.sell(directory)
      return { ...sold, activated: await shop.activate(sold.token) }
    },

    /** For the next test: nobody has a subscription. */
    async reset() {
      microsoft.meddle = null
      for (const { id } of sold.splice(0)) await shop.operate(id, 'Unsubscribe')
    },

    activate: (token: string) => anonymous.call('marketplace.activate', { body: { token } }),
    resolve: (token: string) => anonymous.get('marketplace.resolve', { body: { token } }),

    /** As the marketplace's own records say. */
    async statusAtMicrosoft(id: string): Promise<string> {
      const answer = await fetch(`${sandbox}/subscriptions/${id}`)
      return ((await answer.json()) as Subscription).saasSubscriptionStatus
    },

    /** Something happens to a subscription, and the marketplace reports it. */
    operate: (id: string, action: string, more: object = {}) =>
      post<Told>(`${sandbox}/subscriptions/${id}/operations`, { action, ...more }),

    /** The marketplace reports the same operation again. */
    tellAgain: ({ operation: { id, subscriptionId } }: Pick<Told, 'operation'>) =>
      post<Told>(`${sandbox}/subscriptions/${subscriptionId}/operations/${id}/again`, {}),

    /** An operation that Microsoft knows and we do not: when it was reported, the marketplace could not be asked. */
    async missed(subscriptionId: string, action: string): Promise<Told> {
      microsoft.meddle = async () => {
        throw new TypeError('fetch failed')
      }
      const told = await shop.operate(subscriptionId, action)
      microsoft.meddle = null
      if (told.answer.status !== 503) throw new Error(`The webhook answered ${told.answer.status}.`)
      return told
    },

    /** Whether an Admin, who has just signed in, may change nothing. */
    async isSuspended(login: string): Promise<boolean> {
      const admin = await harness.signIn(login)
      return (await admin.call('settings.updateTenant', { body: {} })).status === 403
    },

    async webhook(body: unknown, token: string | null, query = '') {
      const answer = await fetch(`${harness.url}/api/v1/webhooks/saas${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
      const json = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, disposition: answer.headers.get('content-disposition'), json }
    },

    /** The marketplace's own token, taken from what it forwards. */
    async realToken(): Promise<string> {
      const { subscription } = await shop.buy('lakeside.example')
      const before = second.forwarded.length
      await shop.operate(subscription.id, 'Renew', { forwardTo: `https://${SECOND}/api/v1/webhooks/saas` })
      await until(async () => second.forwarded.length > before)
      return second.forwarded.at(-1)?.authorization?.slice('Bearer '.length) ?? ''
    },
  }
  return shop
}

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Answer
}

export const recordOf = ({ answer }: Told) => JSON.parse(answer.body) as { id: string; action: string; outcome: string }
