/** Talks to a hub by plain requests, as a transport would. */
export type HubHttp = {
  /** Negotiates version 1 and returns the connection token. */
  negotiate(): Promise<string>
  request(method: string, token: string, init?: RequestOptions): Promise<Response>
  /** Negotiates, opens long polling, and shakes hands. */
  openLongPolling(): Promise<string>
}

type RequestOptions = { readonly headers?: Record<string, string>; readonly body?: string | Uint8Array<ArrayBuffer> }

export const HANDSHAKE = '{"protocol":"json","version":1}\u001e'

export function createHubHttp(url: string, headers: Record<string, string> = {}): HubHttp {
  const hubHttp: HubHttp = {
    async negotiate() {
      const response = await fetch(`${url}/negotiate?negotiateVersion=1`, { method: 'POST', headers })
      const { connectionToken } = (await response.json()) as { connectionToken: string }
      return connectionToken
    },
    request: (method, token, { headers: more, ...init } = {}) =>
      fetch(`${url}?id=${token}`, { method, ...init, headers: { ...headers, ...more } }),
    async openLongPolling() {
      const token = await hubHttp.negotiate()
      await hubHttp.request('GET', token)
      const answer = hubHttp.request('GET', token)
      await hubHttp.request('POST', token, { body: HANDSHAKE })
      await answer
      return token
    },
  }
  return hubHttp
}
