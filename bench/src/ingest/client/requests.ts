import { createHmac, randomBytes } from 'node:crypto'
import { routes } from '@partyline/contract'
import type { SendTarget, WebhookTarget } from '../targets.ts'

/** Creates the next request, as bytes on the wire. */
export type NextRequest = () => string

/** A call without any work. */
export function emptyCalls(): NextRequest {
  const request = `GET ${routes['health.live'].path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  return () => request
}

/** A message that the bare server writes. */
export function bareCalls(): NextRequest {
  const request = post('/', JSON.stringify({ text: TEXT }), { 'Content-Type': 'application/json' })
  return () => request
}

const BOUNDARY = '----partyline'
const TEXT =
  'Good afternoon, Thursday at half past ten works well for both of us. Shall we bring the papers from the last visit?'

/** Messages of one person to all chats in turn, each with an idempotency key, like the web client's. */
export function sends({ accessToken, chatIds }: SendTarget): NextRequest {
  let sent = 0
  return () => {
    sent += 1
    const path = routes['messages.send'].path.replace('{chatId}', chatIds[sent % chatIds.length] ?? '')
    const body = [
      `--${BOUNDARY}`,
      'Content-Disposition: form-data; name="Message"',
      '',
      `${TEXT} (${sent})`,
      `--${BOUNDARY}--`,
      '',
    ].join('\r\n')
    return post(path, body, {
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      Authorization: `Bearer ${accessToken}`,
      'Idempotency-Key': randomBytes(16).toString('hex'),
    })
  }
}

/** Texts of all phones in turn, signed by Twilio. `mark` is the start of the text. */
export function webhooks({ url, accountSid, authToken, to, phones }: WebhookTarget, mark = ''): NextRequest {
  const { path } = routes['webhooks.twilioMessage']
  const salt = randomBytes(8).toString('hex')
  let sent = 0
  return () => {
    sent += 1
    const parameters: Record<string, string> = {
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
      Body: `${mark}${sent}: ${TEXT}`,
      From: phones[sent % phones.length] ?? '',
      MessageSid: `SM${salt}${String(sent).padStart(16, '0')}`,
      NumMedia: '0',
      NumSegments: '1',
      To: to,
    }
    return post(path, new URLSearchParams(parameters).toString(), {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Twilio-Signature': signatureOf(authToken, url + path, parameters),
    })
  }
}

/** Twilio's webhook signature: HMAC-SHA1 of the address and all parameters, sorted by name. */
export function signatureOf(authToken: string, url: string, parameters: Record<string, string>): string {
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHmac('sha1', authToken)
    .update(url + sorted.flat().join(''))
    .digest('base64')
}

function post(path: string, body: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
