import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog, systemClock } from '../platform/index.ts'
import { createTwilio, MediaFetchError } from './index.ts'
import { startFailingTwilio } from './tests/failing-twilio.ts'
import type { FailingTwilio } from './tests/failing-twilio.ts'

const account = { accountSid: `AC${'a'.repeat(32)}`, authToken: 'secret' }
let twilio: FailingTwilio
const gateway = () =>
  createTwilio({ outside: twilio.outside, clock: systemClock, log: createLog('silent') }).forAccount(account)

beforeEach(async () => {
  twilio = await startFailingTwilio()
})
afterEach(() => twilio.close())

const media = `https://api.twilio.com/2010-04-01/Accounts/${account.accountSid}/Messages/MM${'1'.repeat(32)}/Media/ME${'2'.repeat(32)}`
const failureOf = async (url: string) => {
  const failed = await gateway()
    .fetchMedia(url)
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(MediaFetchError)
  return failed as MediaFetchError
}

test('a URL that is not exactly the account’s media is not requested', async () => {
  twilio.answerJson(200, {})
  const evil = [
    media.replace('https:', 'http:'),
    media.replace('api.twilio.com', 'api.twilio.com.evil.example'),
    media.replace('api.twilio.com', 'api.twilio.com@evil.example'),
    media.replace('api.twilio.com', 'api.twilio.com:444'),
    media.replace(account.accountSid, `AC${'b'.repeat(32)}`),
    media.replace('/Media/', '/../Media/'),
    `${media}.json`,
    `${media}?x=1`,
    `${media}/../../../../Messages.json`,
    `${media}\n`,
    `https://evil.example/?${media}`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '',
  ]
  for (const url of evil) expect((await failureOf(url)).retryable).toBe(false)
  expect(twilio.asked).toEqual([])
})

test('the credentials are not sent to the redirect’s target', async () => {
  twilio.answerWith((request, response) =>
    request.url?.startsWith('/cdn')
      ? response.writeHead(200, { 'content-type': 'image/JPEG; charset=x' }).end('bytes')
      : response.writeHead(307, { location: 'https://mms.twiliocdn.com/cdn?Signature=1' }).end(),
  )
  const fetched = await gateway().fetchMedia(media)
  expect(fetched).toEqual({ bytes: Buffer.from('bytes'), contentType: 'image/jpeg; charset=x' })
  expect(twilio.asked.map(({ authorization }) => authorization?.slice(0, 6))).toEqual(['Basic ', undefined])
})

test.each([
  'http://mms.twiliocdn.com/x',
  'https://twiliocdn.com.evil.example/x',
  'https://eviltwiliocdn.com/x',
  'https://user:pass@mms.twiliocdn.com/x',
  'https://mms.twiliocdn.com:8443/x',
  'https://127.0.0.1/x',
  'https://[::ffff:169.254.169.254]/x',
  'https://2130706433/x',
  '//evil.example/x',
  '/2010-04-01/Accounts',
  '',
])('a redirect to %j is not followed', async (location) => {
  twilio.answerWith((_, response) => response.writeHead(302, { location }).end())
  expect((await failureOf(media)).retryable).toBe(false)
  expect(twilio.asked).toHaveLength(1)
})

test('endless redirects fail', async () => {
  twilio.answerWith((_, response) => response.writeHead(302, { location: 'https://mms.twiliocdn.com/again' }).end())
  expect((await failureOf(media)).message).toBe('Too many redirects.')
})

test('a 404 and a 503 are retryable, a 401 is not', async () => {
  twilio.answerJson(404, { code: 20404 })
  expect((await failureOf(media)).retryable).toBe(true)
  twilio.answerJson(401, { code: 20003 })
  expect((await failureOf(media)).retryable).toBe(false)
  twilio.answerJson(503, {})
  expect((await failureOf(media)).retryable).toBe(true)
})

test('a file larger than 16 MB is not read to its end', async () => {
  twilio.answerWith((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024)
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.writeHead(200).on('drain', write)
    write()
  })
  const failed = await failureOf(media)
  expect(failed.message).toBe('The media is larger than 16 MB.')
  expect(failed.retryable).toBe(false)
})
