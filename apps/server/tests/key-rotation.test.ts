import { randomBytes } from 'node:crypto'
import { DIAGNOSTICS_FINDINGS } from '@partyline/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../src/platform/index.ts'
import { openClinic } from './clinic.ts'
import type { Clinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { OwnHarness } from './harness.ts'
import { makeTestPlace } from './test-place.ts'
import { createTwilioWebhooks } from './twilio-webhook.ts'
import { until } from './until.ts'

const OLD = `old:${randomBytes(32).toString('base64')}`
const NEW = `new:${randomBytes(32).toString('base64')}`
const PHONE = '+12025550142'
/** Only against hanging, because a busy machine is slow. */
const SEVERAL_STARTS_MS = 300_000

let place: Awaited<ReturnType<typeof makeTestPlace>>
let harness: OwnHarness
let clinic: Clinic
beforeAll(async () => {
  place = await makeTestPlace()
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '', ENCRYPTION_KEYS: OLD }
  harness = await startHarness({ env })
  clinic = await openClinic(harness)
})
afterAll(async () => {
  await harness.close()
  await place.remove()
})

/** The clinic’s encrypted token, read while the app is down. */
async function storedToken(): Promise<string> {
  const options = { DATABASE_URL: place.databaseUrl, DATA_DIR: place.dataDir, DATABASE_POOL: 2 }
  const database = await openDatabase(options, () => {})
  const sql = 'select auth_token_encrypted token from tenants where auth_token_encrypted is not null'
  const { rows } = await database.pool.query<{ token: string }>(sql)
  await database.close()
  return rows[0]?.token ?? ''
}

async function restartWith(keys: string, settings: Record<string, string> = {}): Promise<string> {
  let token = ''
  await harness.restart(async () => (token = await storedToken()), { ENCRYPTION_KEYS: keys, ...settings })
  return token
}

async function sendsAs(person: Clinic['dana'], text: string) {
  const form = new FormData()
  form.set('Message', text)
  const chats = await person.get('chats.search', { body: { mode: 'all' } })
  const params = { chatId: chats[0]?.id ?? '' }
  const accepted = () => harness.sandbox.log.filter(({ outcome }) => outcome.kind === 'accepted').length
  const before = accepted()
  await person.get('messages.send', { params, form, headers: { 'idempotency-key': text } })
  await until(async () => accepted() > before)
}

test(
  'old keys can decrypt, the first key encrypts, and an old key can be removed after one start with both',
  { timeout: SEVERAL_STARTS_MS },
  async () => {
    const phone = await clinic.contact('Marta Rivera', PHONE)
    await clinic.chat('Marta', [clinic.dana.id, phone.memberId])

    expect(await restartWith(`${OLD},${NEW}`)).toMatch(/^old\./)
    expect(await restartWith(`${NEW},${OLD}`), 'the first key was still the old one').toMatch(/^old\./)
    await sendsAs(clinic.dana, 'with both')
    expect(await restartWith(NEW)).toMatch(/^new\./)
    await sendsAs(clinic.dana, 'with the new one alone')
  },
)

test('a new AUTH_SECRET signs everyone out, and they can sign in again', async () => {
  await restartWith(NEW, { AUTH_SECRET: randomBytes(32).toString('hex') })
  expect((await clinic.dana.call('users.me')).status).toBe(401)
  const again = await harness.signIn('dana@lakeside.example')
  expect((await again.call('users.me')).status).toBe(200)
})

/** Webhooks cannot be verified with a lost token, but with the token of another organization with the same account. */
async function receivesForAnother(account: { accountSid: string; authToken: string }) {
  const webhooks = createTwilioWebhooks(harness)
  expect((await webhooks.message({ From: PHONE, To: clinic.numbers[0].number, Body: 'Lost' })).status).toBe(403)
  const priya = await harness.signIn('priya@northgate.example')
  const { twilioNumbers } = await priya.get('settings.updateTwilioAccount', { body: account })
  const own = twilioNumbers.find(({ number }) => clinic.numbers.every((other) => other.number !== number))
  const numberId = own?.id ?? ''
  await priya.get('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: true } })
  expect((await webhooks.message({ From: PHONE, To: own?.number ?? '', Body: 'Hello' })).status).toBe(200)
  await until(async () => (await priya.get('chats.search', { body: {} })).length > 0)
}

test('a token that cannot be decrypted is reported by calls, does not prevent the start, and can be replaced', async () => {
  await restartWith(`third:${randomBytes(32).toString('base64')}`)
  const dana = await harness.signIn('dana@lakeside.example')
  const numberId = clinic.numbers[0].id
  for (const answer of [
    await dana.call('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: true } }),
    await dana.call('settings.updateTwilioAccount', { body: { justRefreshExisting: true } }),
  ]) {
    const { found, advice } = DIAGNOSTICS_FINDINGS.credentials.unreadable()
    expect([answer.status, answer.error?.message]).toEqual([409, `${found} ${advice}`])
  }
  const { accountSid, authToken } = harness.sandbox.world.twilio
  await receivesForAnother({ accountSid, authToken })
  await dana.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  await harness.restart()
  expect((await dana.call('settings.tenant')).status).toBe(200)
})
