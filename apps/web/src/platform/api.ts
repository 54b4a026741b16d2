import type { CallBody, CallForm, CallInput, CallReply, Envelope, EnvelopeCallName, Route } from '@partyline/contract'
import { isRead, routes, VALIDATION } from '@partyline/contract'
import { ApiError, ConnectionError } from './api-error.ts'

/** A call's input by the contract. `form` replaces the body for calls that take one; FormData has the contract's names. */
type ApiInput<Name extends EnvelopeCallName> = (CallForm<Name> extends undefined
  ? CallInput<Name>
  : FormInput<Name> | (CallBody<Name> extends undefined ? never : CallInput<Name> & { form?: undefined })) & {
  headers?: Record<string, string>
  signal?: AbortSignal
}
type FormInput<Name extends EnvelopeCallName> = Omit<CallInput<Name>, 'body'> & { form: FormData; body?: undefined }

type Argument<Name extends EnvelopeCallName> = {} extends ApiInput<Name> ? [input?: ApiInput<Name>] : [ApiInput<Name>]

/** The whole response, for callers that need a header such as `X-Next-Cursor`. */
type ApiAnswer<Name extends EnvelopeCallName> = Omit<Envelope<CallReply<Name>>, 'operation'> & {
  headers: Headers
}

export type Api = {
  /** Returns the response's data; undefined after a 204. Throws {@link ApiError} or {@link ConnectionError}. */
  call: <Name extends EnvelopeCallName>(name: Name, ...input: Argument<Name>) => Promise<CallReply<Name>>
  answer: <Name extends EnvelopeCallName>(name: Name, ...input: Argument<Name>) => Promise<ApiAnswer<Name>>
}

/** Where the bearer token comes from. */
export type AccessTokenSource = {
  /** Identifies whose tokens they are now; null if no one is signed in. */
  person: () => string | null
  /** The token to send; null if no one is signed in. */
  current: () => Promise<string | null>
  /** Called after a 401: gets a new token; null if the session has ended. */
  renew: () => Promise<string | null>
}

/** Answers remembered for conditional requests: the lists and the opened chats of a few screens. */
const MAX_REMEMBERED = 20

type Query = Record<string, string | number | boolean | undefined>

type LooseInput = {
  params?: Record<string, string>
  query?: Query
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}

type Parts = {
  fetch: typeof fetch
  /** Its address without a trailing slash. */
  base: string
  tokens: AccessTokenSource
  /** Loads the addresses that the first load lacks. */
  loadRoutes?: () => Promise<Readonly<Record<EnvelopeCallName, Route>>>
}

/** The typed client of the API. */
export function createApi({ fetch, base, tokens, loadRoutes = async () => routes }: Parts): Api {
  /** The latest answers that the server need not send again, by request; the least recently used first. */
  const remembered = new Map<string, { etag: string; body: unknown }>()

  async function request(
    { method, path }: Route,
    input: LooseInput,
    { token, etag }: { token: string | null; etag: string | undefined },
  ): Promise<Response> {
    const address = base + addressOf(path, input)
    const headers = new Headers({ Accept: 'application/json', ...input.headers })
    if (etag !== undefined) headers.set('If-None-Match', etag)
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    if (input.body !== undefined) headers.set('Content-Type', 'application/json')
    const init: RequestInit = { method, headers, credentials: 'omit' }
    if (input.form ?? input.body) init.body = input.form ?? JSON.stringify(input.body)
    if (input.signal) init.signal = input.signal
    try {
      return await fetch(address, init)
    } catch (error) {
      if (input.signal?.aborted) throw error
      throw new ConnectionError(error)
    }
  }

  async function answer<Name extends EnvelopeCallName>(name: Name, ...[given]: Argument<Name>) {
    const input = (given ?? {}) as LooseInput
    // The client checks this, too: docs/product.md#required-parameters
    if (name === 'messages.send' && !input.form?.has('Message')) throw new Error(VALIDATION.nullMessage)
    const caller = tokens.person()
    const route = name in routes ? routes[name] : await laterRoute(name)
    const isReading = isRead(name, route)
    const key = JSON.stringify([name, input.params, input.query, input.body])
    const known = isReading ? remembered.get(key) : undefined
    const etag = known?.etag
    let response = await request(route, input, { token: await tokenOf(caller, tokens.current), etag })
    if (response.status === 401) {
      // The token may have expired while the computer slept. The server did nothing yet, so that a retry is safe.
      const token = await tokenOf(caller, tokens.renew)
      if (token !== null) response = await request(route, input, { token, etag })
    }
    const { status, headers } = response
    if (status === 204) return { message: null, details: null, data: undefined, headers } as ApiAnswer<Name>
    const isKnown = status === 304 && known !== undefined
    const body = isKnown ? known.body : await bodyOf(response)
    if (status !== 200 && !isKnown) throw new ApiError({ status, body, headers })
    if (isReading) remember(key, headers.get('etag'), body)
    return { ...(body as Envelope<CallReply<Name>>), headers }
  }

  async function laterRoute(name: EnvelopeCallName): Promise<Route> {
    try {
      return (await loadRoutes())[name]
    } catch (error) {
      throw new ConnectionError(error)
    }
  }

  /** A token of the caller. If someone else has signed in since, in another tab, the caller is signed out. */
  async function tokenOf(caller: string | null, getToken: () => Promise<string | null>): Promise<string | null> {
    const token = await getToken()
    if (caller === null || token === null || tokens.person() === caller) return token
    throw new ApiError({ status: 401, body: null, headers: new Headers() })
  }

  function remember(key: string, etag: string | null, body: unknown) {
    remembered.delete(key)
    if (etag === null) return
    remembered.set(key, { etag, body })
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  }

  return {
    answer,
    async call(name, ...input) {
      const { data } = await answer(name, ...input)
      return data
    },
  }
}

/** Fills in the path's parameters, all of which are required, and appends the query. */
export function addressOf(path: string, input: { params?: Record<string, string>; query?: Query }) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (!value) throw new Error(VALIDATION.parameter(name))
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size > 0 ? `${filled}?${query.toString()}` : filled
}

async function bodyOf(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    throw new ConnectionError(error)
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
