import type { CallName, EnvelopeCallName, PublicConfig, Session } from '@partyline/contract'
import { calls, routes } from '@partyline/contract'
import { ANSWERS, Page, Refusal } from './answers.ts'
import { createClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Looks, Order } from './looks.ts'

const PATTERNS = Object.entries(routes).map(([name, { method, path }]) => ({
  name: name as CallName,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

const DAY_MS = 86_400_000

type Desk = Pick<Looks, 'use' | 'order' | 'release'> & { fetch: typeof fetch; reset: () => void }

/** Answers the app's requests from a clinic, and validates both sides by the contract. */
export function createDesk(): Desk {
  let clinic = createClinic()
  const orders = new Map<CallName, Order>()
  let held: { name: CallName; go: () => void }[] = []

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    const method = init.method ?? 'GET'
    const route = PATTERNS.find((each) => each.method === method && each.pattern.test(url.pathname))
    if (!route) return plain(url.pathname)
    const order = orders.get(route.name)
    if (order?.kind === 'hold') await new Promise<void>((go) => held.push({ name: route.name, go }))
    init.signal?.throwIfAborted()
    if (order?.kind === 'lose') throw new TypeError('Failed to fetch')
    if (order?.kind === 'refuse') return json({ message: order.message }, order.status)
    const given = plainAnswer(route.name)
    if (given) return json(given)
    const params = route.pattern.exec(url.pathname)?.groups ?? {}
    try {
      const data = await answer(route.name, { params, url, init })
      const { reply } = calls[route.name] as { reply?: { parse: (value: unknown) => unknown } }
      if (!reply) return new Response(null, { status: 204 })
      const [list, next] = data instanceof Page ? [data.items, data.next] : [data, null]
      const body = { operation: route.name, message: null, details: null, data: reply.parse(list) }
      return Response.json(body, { headers: next === null ? {} : { 'X-Next-Cursor': next } })
    } catch (error) {
      if (error instanceof Refusal) return json({ message: error.message }, error.status)
      console.error(`The scene has no answer for ${route.name}:`, error)
      throw error
    }
  }

  async function answer(name: CallName, { params, url, init }: { params: object; url: URL; init: RequestInit }) {
    const respond = ANSWERS[name as EnvelopeCallName] as ((clinic: Clinic, input: object) => unknown) | undefined
    if (!respond) throw new Error('It is not in answers.ts.')
    const schemas = calls[name] as Partial<
      Record<'params' | 'query' | 'body' | 'form', { parse: (value: unknown) => unknown }>
    >
    return respond(clinic, {
      params: schemas.params?.parse(params),
      query: schemas.query?.parse(Object.fromEntries(url.searchParams)),
      body: typeof init.body === 'string' ? schemas.body?.parse(JSON.parse(init.body)) : schemas.body?.parse({}),
      form: init.body instanceof FormData ? schemas.form?.parse(await fieldsOf(init.body)) : undefined,
    })
  }

  function plainAnswer(name: CallName): unknown {
    if (name === 'config') return configOf()
    if (name === 'auth.session') return sessionOf(clinic)
    return null
  }

  function release(name: CallName) {
    orders.delete(name)
    const going = held.filter((each) => each.name === name)
    held = held.filter((each) => each.name !== name)
    for (const { go } of going) go()
  }

  return {
    fetch,
    release,
    order: (name, order) => void orders.set(name, order),
    use: (given) => void (clinic = given),
    reset() {
      for (const { name } of held) release(name)
      orders.clear()
      clinic = createClinic()
    },
  }
}

/** The fields of a form as the server reads them. */
async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  const media: object[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value
    else media.push({ fileName: value.name, contentType: value.type, bytes: new Uint8Array(await value.arrayBuffer()) })
  }
  return { ...fields, ...(media.length > 0 && { Media: media }) }
}

const json = (body: unknown, status = 200) => Response.json(body, { status })

/** Negotiation of the hub's connection. Nothing else is asked for outside of the contract. */
function plain(path: string): Response {
  if (!path.endsWith('/negotiate')) return json({ message: `Nothing is at ${path}.` }, 404)
  return json({
    negotiateVersion: 1,
    connectionId: 'look',
    connectionToken: 'look',
    availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
  })
}

function configOf(): PublicConfig {
  const { origin } = location
  return {
    appName: 'Partyline',
    baseUrl: origin,
    apiUrl: origin,
    environment: 'production',
    version: 'looks',
    sessionPollSeconds: 0,
    teamsOrigins: [],
  }
}

function sessionOf({ me }: Clinic): Session {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  return {
    user: {
      id: me.id,
      name: me.name,
      email: null,
      tenantId: me.tenantId,
      sessionId: '0000000d-0000-4000-8000-000000000001',
      accessToken: 'look',
      accessTokenExpires: inDays(1),
    },
    expires: inDays(30),
    renewBy: inDays(90),
  }
}
