import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import { startHarness } from '../../tests/harness.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { createTwilioWebhooks } from '../../tests/twilio-webhook.ts'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

describe('a webhook', () => {
  let parameters: Record<string, string>
  beforeEach(() => {
    parameters = {
      AccountSid: harness.sandbox.world.twilio.accountSid,
      MessageSid: `SM${'0'.repeat(32)}`,
      From: '+12025560001',
      To: clinic.numbers[0].number,
      Body: 'Forged',
    }
  })
  const post = (headers: Record<string, string>) =>
    fetch(`${harness.url}/api/v1/webhooks/twilio/messages`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(parameters),
    })

  test('without a signature is refused', async () => {
    expect((await post({})).status).toBe(403)
  })

  test('with a wrong signature is refused', async () => {
    expect((await post({ 'x-twilio-signature': Buffer.from('wrong').toString('base64') })).status).toBe(403)
  })

  test('for an unknown account is refused', async () => {
    parameters['AccountSid'] = `AC${'0'.repeat(32)}`
    expect((await post({ 'x-twilio-signature': 'x' })).status).toBe(403)
  })

  test('with a NUL in the account is refused', async () => {
    parameters['AccountSid'] = '\0'
    expect((await post({ 'x-twilio-signature': 'x' })).status).toBe(403)
  })

  test('with a valid signature is accepted, even if its fields are malformed', async () => {
    const twilio = createTwilioWebhooks(harness)
    for (const ErrorCode of ['1e99', '30003.7', '-1', 'x\0']) {
      const fields = { MessageSid: `SM\0${'1'.repeat(32)}`, MessageStatus: 'failed', To: '\0', ErrorCode }
      const answer = await twilio.status(`${harness.url}/api/v1/webhooks/twilio/status/${randomUUID()}`, fields)
      expect(answer.status).toBe(200)
    }
    expect((await twilio.message({ From: '+12025560001\0', To: '\0', Body: '\0' })).status).toBe(200)
  })
})

test.each<[string, (time: number) => string]>([
  ['an address', () => '203.0.113.7'],
  ['an IPv6 network', (time) => `2001:db8:0:1::${time}`],
])('%s with repeated bad signatures gets 403, even with a valid signature', async (_, addressAt) => {
  const untouched = await startHarness({ env: { TRUSTED_PROXIES: 'loopback' } })
  onTestFinished(() => untouched.close())
  const { numbers } = await openClinic(untouched)
  const twilio = createTwilioWebhooks(untouched)
  const text = { From: '+12025560001', To: numbers[0].number, Body: 'Hello' }
  const forged = { ...text, AccountSid: untouched.sandbox.world.twilio.accountSid }
  for (let time = 1; time <= 60; time++) {
    const answer = await fetch(`${untouched.url}/api/v1/webhooks/twilio/messages`, {
      method: 'POST',
      headers: { 'x-twilio-signature': 'forged', 'x-forwarded-for': addressAt(time) },
      body: new URLSearchParams(forged),
    })
    expect(answer.status).toBe(403)
  }
  expect((await twilio.message(text, { 'x-forwarded-for': addressAt(61) })).status).toBe(403)
  expect((await twilio.message(text, { 'x-forwarded-for': '203.0.113.8' })).status).toBe(200)
})
