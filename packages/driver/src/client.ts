import { routes } from '@partyline/contract'
import type { CallName, CallReply, ErrorEnvelope } from '@partyline/contract'

type Input = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  headers?: Record<string, string>
} & ({ body?: unknown; form?: never } | { form: FormData; body?: never })

/** The envelope's data, or the whole error. */
export type Answer<Name extends CallName> = {
  status: number
  headers: Headers
  data: CallReply<Name>
  error: ErrorEnvelope | null
}

/** A person's client over HTTP: every call of the contract, by name. */
export type Client = {
  accessToken: string | null
  /** Returns any response. The body is not type-checked, as from an unknown caller. */
  call<Name extends CallName>(name: Name, input?: Input): Promise<Answer<Name>>
  /** Returns the data of a call that must succeed. */
  get<Name extends CallName>(name: Name, input?: Input): Promise<CallReply<Name>>
}

export function createClient(url: string, accessToken: string | null): Client {
  const client: Client = {
    accessToken,
    async call<Name extends CallName>(name: Name, { params = {}, query = {}, headers = {}, body, form }: Input = {}) {
      const { method, path } = routes[name]
      const address = new URL(
        path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? '')),
        url,
      )
      for (const [key, value] of Object.entries(query)) address.searchParams.set(key, String(value))
      const response = await fetch(address, {
        method,
        redirect: 'manual',
        headers: {
          ...(accessToken && { authorization: `Bearer ${accessToken}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const answer = (text ? JSON.parse(text) : {}) as { data: CallReply<Name> }
      const error = response.ok ? null : (answer as unknown as ErrorEnvelope)
      return { status: response.status, headers: response.headers, data: answer.data, error } satisfies Answer<Name>
    },
    async get(name, input) {
      const { status, data, error } = await client.call(name, input)
      if (error) throw new Error(`${name} answered ${status}: ${JSON.stringify(error)}`)
      return data
    },
  }
  return client
}
