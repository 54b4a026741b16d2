// On PostgreSQL only: the embedded database belongs to one process.
import { randomUUID } from 'node:crypto'
import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { OwnHarness } from '../../tests/harness.ts'
import { createTexting } from '../../tests/texting.ts'
import type { Texting } from '../../tests/texting.ts'
import { createTwilioWebhooks, newMessageSid } from '../../tests/twilio-webhook.ts'
import { until } from '../../tests/until.ts'
import { createKeyring, createTopic, openDatabase, readConfig, systemClock } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { createTenants } from '../tenants/index.ts'
import type { Tenants } from '../tenants/index.ts'

const NEW_TOKEN = 'the token after it'
/** Of an address, within a minute: docs/security.md */
const MAX_BAD_SIGNATURES = 60

describe.runIf(process.env['DATABASE_URL'])('a webhook whose Twilio account another process has changed', () => {
  let harness: OwnHarness
  let clinic: Clinic
  let texting: Texting
  let phone: string
  /** The other process. */
  let database: Database
  let elsewhere: Tenants
  let tenantId: TenantId
  beforeAll(async () => {
    harness = await startHarness({ env: { TRUSTED_PROXIES: 'loopback' } })
    clinic = await openClinic(harness)
    texting = createTexting(harness, clinic)
    const { chat, phones } = await texting.newChat(['Ann'])
    await texting.settled(chat, await texting.send(chat, 'Hello'))
    phone = phones[0]?.number ?? ''
    const config = readConfig(harness.settings)
    database = await openDatabase(config, () => {})
    const keyring = createKeyring(config.ENCRYPTION_KEYS)
    elsewhere = createTenants({ database, keyring, clock: systemClock, suspended: createTopic(() => {}) })
    const [ofClinic] = await elsewhere.withTwilioAccount()
    if (!ofClinic) throw new Error('The clinic has an account.')
    tenantId = ofClinic
  })
  afterAll(async () => {
    await database.close()
    await harness.close()
  })

  const calls = {
    text: (token: string) => signedWith(token).message({ From: phone, To: texting.frontDesk, Body: 'Hello' }),
    STOP: (token: string) => signedWith(token).message({ From: '+12025560009', To: texting.frontDesk, Body: 'STOP' }),
    report: (token: string) => report(token, 'delivered'),
  }
  const signedWith = (authToken: string) =>
    createTwilioWebhooks(harness, { ...harness.sandbox.world.twilio, authToken })
  const report = (token: string, MessageStatus: string) => {
    const url = `${harness.url}/api/v1/webhooks/twilio/status/${randomUUID()}`
    return signedWith(token).status(url, { MessageSid: newMessageSid(), MessageStatus })
  }

  const setToken = (authToken: string) =>
    elsewhere.setTwilioAccount(tenantId, { accountSid: harness.sandbox.world.twilio.accountSid, authToken })

  /** Everything that webhooks write, once all texts are routed. */
  async function written() {
    await until(async () => {
      const waiting = await sql`select from provider_events where processed_at is null`.execute(database.queries)
      return waiting.rows.length === 0
    })
    const { rows } = await sql`select
      (select count(*) from provider_events) as texts, (select count(*) from provider_statuses) as reports,
      (select count(*) from messages) as messages, (select count(*) from opt_outs) as opt_outs,
      (select sum(version) from chats) as version`.execute(database.queries)
    return rows
  }
  type Call = () => Promise<{ status: number | undefined }>
  /** Its status, and whether it wrote something. */
  async function resultOf(call: Call) {
    const before = JSON.stringify(await written())
    const { status } = await call()
    return [status, JSON.stringify(await written()) === before ? 'nothing' : 'something']
  }
  const REFUSED = [403, 'nothing']
  const STORED = [200, 'something']

  /** The process knows that this one is stored, and that no one else uses the account. */
  let token: string
  beforeEach(async () => {
    token = harness.sandbox.world.twilio.authToken
    await sql`update tenants set account_sid = null, auth_token_encrypted = null`.execute(database.queries)
    await setToken(token)
    await calls.text(token)
  })

  test.each(['text', 'STOP', 'report'] as const)(
    'is refused at once if it is a %s that is signed with the token before, and nothing is written',
    async (kind) => {
      await setToken(NEW_TOKEN)
      expect(await resultOf(() => calls[kind](token))).toEqual(REFUSED)
      expect(await resultOf(() => calls[kind](NEW_TOKEN))).toEqual(STORED)
    },
  )

  test.each(['text', 'STOP', 'report'] as const)(
    'is accepted at once if it is a %s that is signed with the new token, and the one before is refused',
    async (kind) => {
      await setToken(NEW_TOKEN)
      expect(await resultOf(() => calls[kind](NEW_TOKEN))).toEqual(STORED)
      expect(await resultOf(() => calls[kind](token))).toEqual(REFUSED)
    },
  )

  test.each([
    ['a text without a SID', () => signedWith(token).message({ From: phone, To: texting.frontDesk, MessageSid: '' })],
    ['a status that changes nothing', () => report(token, 'queued')],
  ])('is refused at once if it has nothing to store: %s', async (_, call) => {
    expect(await resultOf(call)).toEqual([200, 'nothing'])
    await setToken(NEW_TOKEN)
    expect(await resultOf(call)).toEqual(REFUSED)
  })

  test.each(['text', 'STOP', 'report'] as const)('is refused at once if the account was removed: %s', async (kind) => {
    await sql`update tenants set account_sid = null, auth_token_encrypted = null
      where tenant_id = ${tenantId}`.execute(database.queries)
    expect(await resultOf(() => calls[kind](token))).toEqual(REFUSED)
  })

  test('is accepted if the same token was stored again', async () => {
    await setToken(token)
    expect((await calls.text(token)).status).toBe(200)
  })

  test('goes to another organization that shares the account now, and uses the number', async () => {
    const { accountSid } = harness.sandbox.world.twilio
    const { twilioNumbers } = await clinic.stranger.get('settings.updateTwilioAccount', {
      body: { accountSid, authToken: token },
    })
    const line = twilioNumbers.find(({ number }) => clinic.numbers.every((ours) => ours.number !== number))
    const params = { numberId: line?.id ?? '' }
    await clinic.stranger.get('settings.updateTwilioNumber', { params, body: { useNumber: true } })
    const MessageSid = newMessageSid()
    await signedWith(token).message({ MessageSid, From: phone, To: line?.number ?? '', Body: 'Hello' })
    const { rows } = await sql<{ isOfOther: boolean }>`select tenant_id <> ${tenantId} as "isOfOther"
      from provider_events where message_sid = ${MessageSid}`.execute(database.queries)
    expect(rows).toEqual([{ isOfOther: true }])
  })

  test('does not vouch for its address if it is signed with the token before', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const text = { From: phone, To: texting.frontDesk }
    await setToken(NEW_TOKEN)
    expect((await signedWith(token).message(text, headers)).status).toBe(403)
    for (let time = 2; time <= MAX_BAD_SIGNATURES; time++) await signedWith('wrong').message(text, headers)
    expect((await signedWith(NEW_TOKEN).message(text, headers)).status).toBe(403)
    expect((await signedWith(NEW_TOKEN).message(text)).status).toBe(200)
  })

  test('with a wrong signature is refused and writes nothing, whether the process knows the account or not', async () => {
    for (const call of Object.values(calls)) expect(await resultOf(() => call('wrong'))).toEqual(REFUSED)
    await harness.restart()
    for (const call of Object.values(calls)) expect(await resultOf(() => call('wrong'))).toEqual(REFUSED)
  })
})
