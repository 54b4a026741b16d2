import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** A request, as `authenticate` and the application see it. */
export type HubRequest = {
  /** The path, without the query. */
  readonly path: string
  /** The query without `id` and `access_token`, which are secrets. */
  readonly query: URLSearchParams
  /** From Node: names in lower case. */
  readonly headers: IncomingHttpHeaders
  /** The bearer token from the Authorization header, or from the query, where browsers have to put it. */
  readonly accessToken: string | undefined
  readonly remoteAddress: string | undefined
}

/** A request with the fields that only this package uses. */
export type ParsedRequest = {
  readonly request: HubRequest
  /** The connection token. */
  readonly id: string | undefined
  readonly negotiateVersion: string | undefined
}

const BEARER = /^Bearer +(\S+) *$/i

/** Parses the URL of a request. Names in the query are case-insensitive, as in ASP.NET Core. */
export function parseRequest(incoming: IncomingMessage): ParsedRequest {
  const { path, search } = splitUrl(incoming.url)
  const query = new URLSearchParams(search)
  const id = take(query, 'id')
  const queryToken = take(query, 'access_token')
  const headerToken = BEARER.exec(incoming.headers.authorization ?? '')?.[1]
  return {
    id,
    negotiateVersion: take(query, 'negotiateversion'),
    request: {
      path,
      query,
      headers: incoming.headers,
      accessToken: headerToken ?? queryToken,
      remoteAddress: incoming.socket.remoteAddress,
    },
  }
}

/** The URL without the query. */
export function pathOf(url: string | undefined): string {
  return splitUrl(url).path
}

function splitUrl(url = '/') {
  const mark = url.indexOf('?')
  return mark < 0 ? { path: url, search: '' } : { path: url.slice(0, mark), search: url.slice(mark + 1) }
}

function take(query: URLSearchParams, name: string): string | undefined {
  const keys = [...query.keys()].filter((key) => key.toLowerCase() === name)
  const value = keys[0] === undefined ? undefined : (query.get(keys[0]) ?? undefined)
  for (const key of keys) query.delete(key)
  return value
}
