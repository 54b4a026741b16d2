import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Outside } from '@partyline/server'

/** Accepts texts like Twilio, and records when each arrived. It reports no status by itself; who asks hears `delivered`. */
export type TwilioEndpoint = AsyncDisposable & {
  readonly url: string
  /** Number of texts so far, without those that are awaited. */
  readonly backlogCount: number
  /** Resolves with the arrival time of this text, from `performance.now()`. */
  arrival(body: string): Promise<number>
}

const MESSAGE = /\/Messages\/(SM\w+)\.json$/

type AcceptedText = { readonly sid: string; readonly statusCallback: string }

/**
 * Replaces the sandbox, whose journal, phones, and callbacks would be the bottleneck at some hundred texts a second.
 * @param onText called once a text is accepted
 */
export async function startTwilioEndpoint(onText: (text: AcceptedText) => void = () => {}): Promise<TwilioEndpoint> {
  const awaited = new Map<string, (at: number) => void>()
  let backlogCount = 0
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))

  async function take(request: IncomingMessage, response: ServerResponse) {
    const asked = MESSAGE.exec(request.url ?? '')?.[1]
    if (asked) return respond(response, 200, { sid: asked, status: 'delivered' })
    const form = new URLSearchParams(await text(request))
    const body = form.get('Body') ?? ''
    const arrived = awaited.get(body)
    awaited.delete(body)
    if (arrived) arrived(performance.now())
    else backlogCount += 1
    const sid = `SM${randomBytes(16).toString('hex')}`
    respond(response, 201, { sid, status: 'queued' })
    onText({ sid, statusCallback: form.get('StatusCallback') ?? '' })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get backlogCount() {
      return backlogCount
    },
    arrival: (body) => new Promise((resolve) => awaited.set(body, resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function respond(response: ServerResponse, status: number, message: { sid: string; status: string }) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ...message, num_segments: '1', num_media: '0', date_created: null }))
}

/** Texts, once `before` has resolved, and questions about them go to the endpoint, and everything else to the sandbox. */
export function redirectTexts(
  outside: Outside,
  twilioUrl: string,
  before: () => Promise<unknown> = async () => {},
): Outside {
  return {
    ...outside,
    async fetch(input, init) {
      if (!(input instanceof URL)) return outside.fetch(input, init)
      const isText = init?.method === 'POST' && input.pathname.endsWith('/Messages.json')
      if (!isText && !MESSAGE.test(input.pathname)) return outside.fetch(input, init)
      if (isText) await before()
      return fetch(new URL(input.pathname, twilioUrl), init)
    },
  }
}
