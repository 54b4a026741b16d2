import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Outside } from '../../platform/index.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A Twilio that answers as a test wants: badly, late, or not at all. */
export type FailingTwilio = {
  /** The world in which api.twilio.com and its store are this server. */
  outside: Outside
  /** Requests so far. */
  asked: { authorization: string | undefined }[]
  answerWith(answer: Answer): void
  answerJson(status: number, body: unknown, headers?: Record<string, string>): void
  close(): Promise<void>
}

export async function startFailingTwilio(): Promise<FailingTwilio> {
  let answer: Answer = (_, response) => response.writeHead(500).end()
  const asked: FailingTwilio['asked'] = []
  const server = createServer((request, response) => {
    asked.push({ authorization: request.headers.authorization })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    outside: {
      browserUrl: (url) => url,
      fetch: (input, init) =>
        fetch(new Request(input).url.replace(/^https:\/\/(api\.twilio|mms\.twiliocdn)\.com/, origin), init),
    },
    asked,
    answerWith(given) {
      answer = given
    },
    answerJson(status, body, headers = {}) {
      answer = (_, response) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
