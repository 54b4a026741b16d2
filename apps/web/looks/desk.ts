import type { CallName, EnvelopeCallName, PublicConfig, Session } from '@partyline/contract'
import { calls, errorEnvelope, ERRORS, routes } from '@partyline/contract'
import { Page, Refusal } from './answer.ts'
import { ANSWERS } from './answers.ts'
import { createClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import type { Looks, Order, SentRequest } from './looks.ts'

const parametersIn = (path: string) => path.split('{').length

/** As for the server, a path without parameters goes before one that has some in its place. */
const PATTERNS = Object.entries(routes)
  .toSorted(([, one], [, other]) => parametersIn(one.path) - parametersIn(other.path))
  .map(([name, { method, path }]) => ({
    name: name as CallName,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))

const DAY_MS = 86_400_000

type GivenOrder = { id: number; name: CallName; order: Order; ended: Promise<void>; end: () => void }

type Desk = Pick<Looks, 'use' | 'order' | 'release' | 'sent'> & { fetch: typeof globalThis.fetch; reset: () => void }

/** Answers the app's requests from a clinic, and validates both sides by the contract. Files come from the network. */
export function createDesk(network: typeof globalThis.fetch): Desk {
  let clinic = createClinic()
  /** The latest first. */
  let orders: GivenOrder[] = []
  let given = 0
  let requests: (SentRequest & { name: CallName })[] = []

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, location.origin)
    const method = init.method ?? 'GET'
    const route = PATTERNS.find((each) => each.method === method && each.pattern.test(url.pathname))
    if (!route) return plain(url.pathname)
    const params = route.pattern.exec(url.pathname)?.groups ?? {}
    const request = await readInput(route.name, { params, url, init }).catch((error: unknown) =>
      fail(route.name, error),
    )
    requests.push({ name: route.name, key: new Headers(init.headers).get('Idempotency-Key'), ...request })
    for (const { order, ended } of orders.filter(({ name }) => name === route.name)) {
      if (order.kind === 'hold') await ended
      init.signal?.throwIfAborted()
      if (order.kind === 'lose') throw new TypeError('Failed to fetch')
      if (order.kind === 'refuse')
        return refusal(route.name, new Refusal(order.code, order.message, { field: order.field ?? null }))
    }
    if (route.name === 'media.get') return network(input, init)
    const plainBody = plainAnswer(route.name)
    if (plainBody) return json(plainBody)
    const response = respond(route.name, request)
    if (orders.some(({ name, order }) => name === route.name && order.kind === 'loseAnswer'))
      throw new TypeError('Failed to fetch')
    return response
  }

  function respond(name: CallName, request: object): Response {
    try {
      const answer = ANSWERS[name as EnvelopeCallName] as ((clinic: Clinic, input: object) => unknown) | undefined
      if (!answer) throw new Error('It has no answer.')
      const data = answer(clinic, request)
      const { reply } = calls[name] as { reply?: { parse: (value: unknown) => unknown } }
      if (!reply) return new Response(null, { status: 204 })
      const { items, headers } = data instanceof Page ? data : { items: data, headers: {} }
      const body = { operation: name, message: null, details: null, data: reply.parse(items) }
      return Response.json(body, { headers })
    } catch (error) {
      return error instanceof Refusal ? refusal(name, error) : fail(name, error)
    }
  }

  function fail(name: CallName, error: unknown): never {
    console.error(`The scene has no answer for ${name}:`, error)
    throw error
  }

  function plainAnswer(name: CallName): unknown {
    if (name === 'config') return configOf()
    if (name === 'auth.session') return clinic.signedOut ? {} : sessionOf(clinic)
    return null
  }

  return {
    fetch,
    order(name, order) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      given += 1
      orders.unshift({ id: given, name, order, ended, end })
      return given
    },
    release(id) {
      for (const { end } of orders.filter((each) => each.id === id)) end()
      orders = orders.filter((each) => each.id !== id)
    },
    use: (changed) => void (clinic = changed),
    sent: (name) => requests.filter((request) => request.name === name),
    reset() {
      for (const { end } of orders) end()
      orders = []
      requests = []
      clinic = createClinic()
    },
  }
}

/** The request's parts, as the server reads them. */
async function readInput(name: CallName, { params, url, init }: { params: object; url: URL; init: RequestInit }) {
  const schemas = calls[name] as Partial<
    Record<'params' | 'query' | 'body' | 'form', { parse: (value: unknown) => unknown }>
  >
  return {
    params: schemas.params?.parse(params),
    query: schemas.query?.parse(Object.fromEntries(url.searchParams)),
    body: typeof init.body === 'string' ? schemas.body?.parse(JSON.parse(init.body)) : undefined,
    form: init.body instanceof FormData ? schemas.form?.parse(await fieldsOf(init.body)) : undefined,
  }
}

/** Fields of forms that may be repeated. */
const LISTS = new Set(['Media', 'MemberIds'])

const readField = async (value: FormDataEntryValue) =>
  typeof value === 'string'
    ? value
    : { fileName: value.name, contentType: value.type, bytes: new Uint8Array(await value.arrayBuffer()) }

/** The fields of a form as the server reads them. */
async function fieldsOf(form: FormData): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const name of form.keys()) {
    const values = await Promise.all(form.getAll(name).map(readField))
    fields[name] = LISTS.has(name) ? values : values[0]
  }
  return fields
}

function refusal(operation: CallName, { code, message, field, details }: Refusal): Response {
  const about = field === null ? { message } : { message: null, errors: { [field]: [message] } }
  const body = { operation, details, error: code, data: null, requestId: 'look', ...about }
  return json(errorEnvelope.parse(body), ERRORS[code].status)
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
