import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Provider } from 'oidc-provider'

export type ProviderRequest =
  | { method: 'GET'; path: string; query: URLSearchParams; sessionId?: string }
  | { method: 'POST'; path: string; form: URLSearchParams }

/** Forwards a request to the provider after we have read and rewritten it. */
export async function forwardRequest(provider: Provider, request: ProviderRequest, reply: FastifyReply): Promise<void> {
  const message = new IncomingMessage(new Socket())
  message.method = request.method
  message.headers = {
    host: 'login.microsoftonline.com',
    accept: request.method === 'GET' ? 'text/html' : 'application/json',
  }
  if (request.method === 'GET') {
    message.url = `${request.path}?${request.query.toString()}`
    if (request.sessionId) message.headers.cookie = `${provider.cookieName('session')}=${request.sessionId}`
  } else {
    const body = Buffer.from(request.form.toString())
    message.url = request.path
    message.headers['content-type'] = 'application/x-www-form-urlencoded'
    message.headers['content-length'] = String(body.length)
    message.push(body)
  }
  message.push(null)
  message.complete = true
  reply.hijack()
  await provider.callback()(message, reply.raw)
}
