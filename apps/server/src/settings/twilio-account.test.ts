import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '@partyline/driver'
import { startHarness } from '../../tests/harness.ts'
import { openAdminArea } from './tests/admin-area.ts'
import type { AdminArea } from './tests/admin-area.ts'

let area: AdminArea
let dana: Client
let stranger: Client
beforeAll(async () => {
  area = await openAdminArea()
  ;({ dana, stranger } = area)
})
afterAll(() => area.close())

describe('the Twilio account', () => {
  test('is not configured at first, and cannot be refreshed', async () => {
    expect(await stranger.get('settings.twilioAccount')).toEqual({
      succeeded: false,
      details: 'No Twilio account is configured yet. An administrator can do this in the settings.',
      link: 'https://console.twilio.com/',
    })
    const refreshed = await stranger.call('settings.updateTwilioAccount', { body: { justRefreshExisting: true } })
    expect([refreshed.status, refreshed.error?.message]).toEqual([
      400,
      'No Twilio account is configured yet. Please enter its Account SID and Auth Token first.',
    ])
  })

  test('is not stored if Twilio rejects it or it is malformed', async () => {
    const wrong = await stranger.call('settings.updateTwilioAccount', { body: { ...area.account, authToken: 'wrong' } })
    expect(wrong.status).toBe(400)
    expect(wrong.error?.errors).toEqual({
      authToken: ['Twilio does not accept this Account SID and Auth Token. Please copy both from the Twilio Console.'],
    })
    for (const accountSid of ['AC1', 'hello', `${area.account.accountSid}/../x`, `SK${'a'.repeat(32)}`]) {
      const { error } = await stranger.call('settings.updateTwilioAccount', { body: { ...area.account, accountSid } })
      expect(error?.errors).toEqual({ accountSid: ['Account SID is not valid.'] })
    }
    for (const authToken of ['a b', 'é', 'x'.repeat(201), 'a\nb']) {
      const { error } = await stranger.call('settings.updateTwilioAccount', { body: { ...area.account, authToken } })
      expect(error?.errors).toEqual({ authToken: ['Account Token is not valid.'] })
    }
    expect((await stranger.get('settings.tenant')).accountSid).toBeNull()
  })

  test('is stored with its lines, and its token is never returned', async () => {
    const tenant = await area.configure()
    expect(tenant.accountSid).toBe(area.account.accountSid)
    expect(
      tenant.twilioNumbers.map(({ name, number, type, disabled, webhookConfigured, assignedUsers }) => ({
        name,
        number,
        type,
        disabled,
        webhookConfigured,
        assignedUsers,
      })),
    ).toEqual(
      [
        ['After hours', area.numbers[2]],
        ['Billing', area.numbers[1]],
        ['Front desk', area.numbers[0]],
        ['Spare line', area.numbers[3]],
      ].map(([name, number]) => ({
        name,
        number,
        type: 'Twilio',
        disabled: true,
        webhookConfigured: false,
        assignedUsers: [],
      })),
    )
    expect(JSON.stringify(tenant)).not.toContain(area.account.authToken)
    expect(await dana.get('settings.twilioAccount')).toMatchObject({ succeeded: true })
  })

  test('can be refreshed without credentials, and keeps the lines’ IDs', async () => {
    const before = await area.configure()
    const after = await dana.get('settings.updateTwilioAccount', { body: { justRefreshExisting: true } })
    expect(after).toEqual(before)
  })
})

test('if Twilio is unreachable, changes answer 502, but a line can be taken out of use by force', async () => {
  const lonely = await startHarness()
  try {
    const admin = await lonely.signIn('dana@lakeside.example')
    const { accountSid, authToken } = lonely.sandbox.world.twilio
    const body = { accountSid, authToken }
    const { twilioNumbers } = await admin.get('settings.updateTwilioAccount', { body })
    const params = { numberId: twilioNumbers[0]?.id ?? '' }
    await admin.get('settings.updateTwilioNumber', { params, body: { useNumber: true } })
    await lonely.sandbox.close()

    for (const [call, input] of [
      ['settings.updateTwilioAccount', { body }],
      ['settings.updateTwilioAccount', { body: { justRefreshExisting: true } }],
      ['settings.updateTwilioNumber', { params, body: { useNumber: true, force: true } }],
      ['settings.updateTwilioNumber', { params, body: { useNumber: false } }],
    ] as const) {
      const { status, error } = await admin.call(call, input)
      expect([call, status, error?.message]).toEqual([
        call,
        502,
        'Twilio did not answer. Please try again in a moment.',
      ])
    }
    const given = await admin.call('settings.updateTwilioNumber', { params, body: { useNumber: false, force: true } })
    expect(given.data.twilioNumbers[0]).toMatchObject({ disabled: true, webhookConfigured: false })
  } finally {
    await lonely.close()
  }
})
