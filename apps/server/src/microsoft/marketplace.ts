import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { z } from 'zod'
import type { Clock, Outside } from '../platform/index.ts'
import { ENTRA } from './addresses.ts'
import { DirectoryFailure } from './directory-failure.ts'

/** The marketplace's own app in Entra: it signs its requests, and is the audience of our tokens. */
const MARKETPLACE_APP = '20e940b3-4c77-4b0b-9a53-9e16a1b010a7'
const API = 'https://marketplaceapi.microsoft.com/api/saas/subscriptions'
const API_VERSION = '2018-08-31'
const TIMEOUT_MS = 8_000

/** The publisher's own app registration, separate from the one for sign-in. */
type Publisher = { tenantId: string; clientId: string; clientSecret: string }

const claims = z
  .object({ iss: z.string(), tid: z.string(), appid: z.string().optional(), azp: z.string().optional() })
  // Version 1 of the token names the caller `appid`, version 2 `azp`.
  .refine(({ appid, azp }) => (appid ?? azp) === MARKETPLACE_APP)

const beneficiary = z.looseObject({ tenantId: z.guid().toLowerCase().optional() }).nullish()
const subscription = z.looseObject({
  id: z.guid().toLowerCase(),
  name: z.string().nullish(),
  planId: z.string().nullish(),
  quantity: z.coerce.number().int().nullish(),
  beneficiary,
  purchaser: beneficiary,
  saasSubscriptionStatus: z.string().nullish(),
})
type SaasSubscription = z.infer<typeof subscription>
const operation = z.looseObject({ action: z.string(), status: z.string().nullish() })
/** Microsoft documents an object; its own emulator answers with the list alone. */
const pendingOperations = z.union([
  z.array(operation),
  z.looseObject({ operations: z.array(operation) }).transform(({ operations }) => operations),
])
const resolved = z.looseObject({ id: z.guid().toLowerCase(), subscription })

export type Marketplace = {
  /** Whether the marketplace itself made this request; `authorization` is its header. */
  isCaller(authorization: string | undefined): Promise<boolean>
  /** Null if there is no such operation. @throws {DirectoryFailure} */
  operation(ids: { subscriptionId: string; operationId: string }): Promise<z.infer<typeof operation> | null>
  /** Whether the marketplace waits for us to carry out such an action. @throws {DirectoryFailure} */
  isPending(action: { subscriptionId: string; action: string }): Promise<boolean>
  /** Null if there is no such subscription. @throws {DirectoryFailure} */
  subscription(subscriptionId: string): Promise<SaasSubscription | null>
  /** Says that a change was taken over. @throws {DirectoryFailure} */
  acknowledge(ids: { subscriptionId: string; operationId: string }): Promise<void>
  /** The subscription of a purchase token; null if the token is invalid or expired. @throws {DirectoryFailure} */
  resolve(token: string): Promise<SaasSubscription | null>
  /** Starts billing. @throws {DirectoryFailure} */
  activate(subscription: SaasSubscription): Promise<void>
}

type Parts = { outside: Outside; publisher: Publisher; clock: Clock }

/** Microsoft's commercial marketplace: the SaaS fulfilment API, version 2. */
export function createMarketplace({ outside, publisher, clock }: Parts): Marketplace {
  const { tenantId, clientId, clientSecret } = publisher
  const keys = createRemoteJWKSet(new URL(`${ENTRA}/${tenantId}/discovery/v2.0/keys`), {
    [customFetch]: (url, options) => outside.fetch(url, options),
  })
  const issuers = [`https://sts.windows.net/${tenantId}/`, `${ENTRA}/${tenantId}/v2.0`]

  async function ownToken(): Promise<string> {
    const base = `${ENTRA}/${tenantId}`
    const server = { issuer: `${base}/v2.0`, token_endpoint: `${base}/oauth2/v2.0/token` }
    const config = new client.Configuration(server, clientId, clientSecret)
    config[client.customFetch] = outside.fetch
    const grant = await client.clientCredentialsGrant(config, { scope: `${MARKETPLACE_APP}/.default` })
    return grant.access_token
  }

  type Init = { method?: string; headers?: object; body?: object }

  /** Null for one of the `tolerated` statuses. @throws {DirectoryFailure} */
  async function ask<Result>(
    path: string,
    { tolerated = [404], ...init }: Init & { tolerated?: number[] },
    read: (response: Response) => Promise<Result>,
  ): Promise<Result | null> {
    try {
      const response = await outside.fetch(`${API}/${path}?api-version=${API_VERSION}`, {
        method: init.method ?? 'GET',
        headers: {
          authorization: `Bearer ${await ownToken()}`,
          ...(init.body && { 'content-type': 'application/json' }),
          ...init.headers,
        },
        ...(init.body && { body: JSON.stringify(init.body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.ok) return await read(response)
      await response.body?.cancel()
      if (tolerated.includes(response.status)) return null
      throw new Error(`The marketplace answered ${response.status}.`)
    } catch (cause) {
      throw new DirectoryFailure('The marketplace did not answer as expected', { cause })
    }
  }

  const as =
    <Schema extends z.ZodType>(schema: Schema) =>
    async (response: Response) =>
      schema.parse(await response.json())
  /** Its answer may be empty, text or JSON. */
  const unread = async (response: Response) => response.body?.cancel()

  return {
    async isCaller(authorization) {
      const token = /^bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: ['RS256'],
          audience: clientId,
          requiredClaims: ['exp'],
          currentDate: clock.now(),
        })
        const { iss, tid } = claims.parse(payload)
        return tid === tenantId && issuers.includes(iss)
      } catch {
        return false
      }
    },
    operation: ({ subscriptionId, operationId }) =>
      // 404 is documented, but the response is 400.
      ask(`${subscriptionId}/operations/${operationId}`, { tolerated: [400, 404] }, as(operation)),
    async isPending({ subscriptionId, action }) {
      const pending = await ask(`${subscriptionId}/operations`, {}, as(pendingOperations))
      return pending?.some((one) => one.action === action) ?? false
    },
    subscription: (subscriptionId) => ask(subscriptionId, {}, as(subscription)),
    async acknowledge({ subscriptionId, operationId }) {
      // 409: a newer change was taken over already.
      const change = { method: 'PATCH', body: { status: 'Success' }, tolerated: [409] }
      await ask(`${subscriptionId}/operations/${operationId}`, change, unread)
    },
    async resolve(token) {
      const headers = { 'x-ms-marketplace-token': token }
      const answer = await ask('resolve', { method: 'POST', headers, tolerated: [400, 404] }, as(resolved))
      return answer?.subscription ?? null
    },
    async activate({ id, planId, quantity }) {
      const body = { planId, ...(quantity && { quantity }) }
      await ask(`${id}/activate`, { method: 'POST', body, tolerated: [] }, unread)
    },
  }
}
