import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { routes } from '@partyline/contract'
import twilio from 'twilio'
import type { Harness } from './harness.ts'

type Parameters = Record<string, string>

export const newMessageSid = () => `SM${randomBytes(16).toString('hex')}`

/** Calls the app as Twilio does, signed for its public address. */
export function createTwilioWebhooks(
  { url, sandbox }: Pick<Harness, 'url' | 'sandbox'>,
  { accountSid, authToken } = sandbox.world.twilio,
) {
  const call = (path: string, parameters: Parameters, headers: Record<string, string> = {}) => {
    const all = { AccountSid: accountSid, ...parameters }
    const signature = twilio.getExpectedTwilioSignature(authToken, url + path, all)
    return post(url + path, new URLSearchParams(all).toString(), { 'x-twilio-signature': signature, ...headers })
  }
  return {
    /** A text from a phone. */
    message: (parameters: Parameters, headers?: Record<string, string>) =>
      call(
        routes['webhooks.twilioMessage'].path,
        { MessageSid: newMessageSid(), NumMedia: '0', Body: '', ...parameters },
        headers,
      ),

    /** Reports the status of a text that was sent with this callback URL. */
    status: (statusCallback: string, parameters: Parameters) => call(new URL(statusCallback).pathname, parameters),
  }
}

/** Not with fetch, which would not let the Host header be another. */
async function post(url: string, body: string, headers: Record<string, string>) {
  const sent = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  const answered = Promise.withResolvers<{ status: number | undefined; body: string }>()
  sent.on('error', answered.reject)
  sent.on('response', (response) => {
    text(response).then((content) => answered.resolve({ status: response.statusCode, body: content }), answered.reject)
  })
  sent.end(body)
  return answered.promise
}
