import type { CallBody, CallForm, CallInput, CallReply, Envelope, EnvelopeCallName } from '@partyline/contract'
import { routes, VALIDATION } from '@partyline/contract'
import { ApiError, ConnectionError } from './api-error.ts'

/** What a call takes, by the contract. A `form` stands where the call takes one; FormData keeps the contract's names. */
type ApiInput<Name extends EnvelopeCallName> = (CallForm<Name> extends undefined
  ? CallInput<Name>
  : FormInput<Name> | (CallBody<Name> extends undefined ? never : CallInput<Name> & { form?: undefined })) & {
  headers?: Record<string, string>
  signal?: AbortSignal
}
type FormInput<Name extends EnvelopeCallName> = Omit<CallInput<Name>, 'body'> & { form: FormData; body?: undefined }

type Argument<Name extends EnvelopeCallName> = {} extends ApiInput<Name> ? [input?: ApiInput<Name>] : [ApiInput<Name>]

/** The whole answer, for callers that need a header such as `X-Next-Cursor`. */
type ApiAnswer<Name extends EnvelopeCallName> = Omit<Envelope<CallReply<Name>>, 'operation'> & {
  headers: Headers
}

export type Api = {
  /** The answer's data; undefined where the server answers 204. Throws {@link ApiError} or {@link ConnectionError}. */
  call: <Name extends EnvelopeCallName>(name: Name, ...input: Argument<Name>) => Promise<CallReply<Name>>
  answer: <Name extends EnvelopeCallName>(name: Name, ...input: Argument<Name>) => Promise<ApiAnswer<Name>>
}

/** Where the bearer token comes from. */
export type AccessTokenSource = {
  /** The token to send, null when nobody is signed in. */
  current: () => Promise<string | null>
  /** Called after a 401: asks for a new token, null when the session has ended. */
  renew: () => Promise<string | null>
}

type Query = Record<string, string | number | boolean | undefined>

type LooseInput = {
  params?: Record<string, string>
  query?: Query
  body?: unknown
  form?: FormData
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The typed client of the API. `base` is where the API is, without a slash at its end. */
export function createApi(parts: { fetch: typeof fetch; base: string; tokens: AccessTokenSource }): Api {
  const { base, tokens } = parts

  async function request(name: EnvelopeCallName, input: LooseInput, token: string | null): Promise<Response> {
    const address = base + addressOf(routes[name].path, input)
    const headers = new Headers({ Accept: 'application/json', ...input.headers })
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    if (input.body !== undefined) headers.set('Content-Type', 'application/json')
    const init: RequestInit = { method: routes[name].method, headers, credentials: 'omit' }
    if (input.form ?? input.body) init.body = input.form ?? JSON.stringify(input.body)
    if (input.signal) init.signal = input.signal
    try {
      return await parts.fetch(address, init)
    } catch (error) {
      if (input.signal?.aborted) throw error
      throw new ConnectionError(error)
    }
  }

  async function answer<Name extends EnvelopeCallName>(name: Name, ...[given]: Argument<Name>) {
    const input = (given ?? {}) as LooseInput
    // Section 5 of the specification demands it of the client, too.
    if (name === 'messages.send' && !input.form?.has('Message')) throw new Error(VALIDATION.nullMessage)
    let response = await request(name, input, await tokens.current())
    if (response.status === 401) {
      // The token may have run out while the computer slept; the server did nothing yet, so that asking again is safe.
      const token = await tokens.renew()
      if (token !== null) response = await request(name, input, token)
    }
    const { status, headers } = response
    if (status === 204) return { message: null, details: null, data: undefined, headers } as ApiAnswer<Name>
    const body = await bodyOf(response)
    if (status !== 200) throw new ApiError({ status, body, headers })
    return { ...(body as Envelope<CallReply<Name>>), headers }
  }

  return {
    answer,
    async call(name, ...input) {
      const { data } = await answer(name, ...input)
      return data
    },
  }
}

/** Fills the path's parameters and appends the query. Section 5 of the specification demands every parameter. */
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
