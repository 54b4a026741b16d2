// Two Admins save at the same time: what they change in different fields is kept, and neither replaces what they have not seen.
import type { CallName } from '@partyline/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let clinic: Clinic
/** The parameters of every call below. */
let params: Record<string, string>
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
  const contact = await clinic.contact('Ann', '+12025550193')
  const snippet = await clinic.dana.get('snippets.create', { body: { name: 'Way', text: 'Left', shared: true } })
  const body = { url: 'http://127.0.0.1:1/', events: ['chat.done' as const] }
  const { hook } = await clinic.dana.get('hooks.create', { body })
  const { key } = await clinic.dana.get('keys.create', { body: { name: 'Bookings', scopes: ['read'] } })
  params = { keyId: key.id, hookId: hook.id, userId: clinic.mei.id, numberId: contact.id, snippetId: snippet.id }
})
afterAll(() => harness.close())

type Values = Record<string, unknown>
/** Two fields, each before the changes, after that of the first Admin, and after that of the second. */
type Case = [
  call: CallName,
  of: 'contact' | 'line',
  fields: Record<string, [Values[string], Values[string], Values[string]]>,
]

const hoursIn = (timeZone: string) => ({ timeZone, week: null, holidays: [] })
const CASES: Case[] = [
  [
    'settings.updateTenant',
    'contact',
    { name: ['Lakeside', 'Lakeside A', 'Lakeside B'], addSignature: [false, true, false] },
  ],
  ['settings.updateTenant', 'contact', { name: ['Lake', 'Lake A', 'Lake B'], defaultCountry: ['US', 'CA', 'MX'] }],
  [
    'settings.updateTenant',
    'contact',
    { name: ['Shore', 'Shore A', 'Shore B'], allowedCountries: [null, ['US'], ['CA', 'US']] },
  ],
  [
    'settings.updateTenant',
    'contact',
    { name: ['Bay', 'Bay A', 'Bay B'], hours: [null, hoursIn('Europe/Paris'), hoursIn('Europe/Rome')] },
  ],
  ['settings.updateUser', 'contact', { name: ['Mei', 'Mei A', 'Mei B'], role: ['User', 'Admin', 'User'] }],
  [
    'settings.updateUser',
    'contact',
    { name: ['Mei', 'Mei A', 'Mei B'], role: ['User', 'Admin', 'User'], disabled: [false, true, false] },
  ],
  ['settings.updateMobileNumber', 'contact', { name: ['Ann', 'Ann A', 'Ann B'], disabled: [false, true, false] }],
  ['numbers.renameMobile', 'contact', { name: ['Ann', 'Ann A', 'Ann B'] }],
  ['settings.updateHours', 'line', { greeting: [null, 'Hello', 'Hi'], awayReply: [null, 'Away', 'Closed'] }],
  [
    'settings.updateHours',
    'line',
    { greeting: [null, 'Hello', 'Hi'], hours: [null, hoursIn('Europe/Paris'), hoursIn('Europe/Rome')] },
  ],
  [
    'settings.updateConsent',
    'line',
    { consent: ['off', 'warn', 'block'], consentRequest: [null, 'May we text you?', 'Can we text you?'] },
  ],
  ['settings.updateRetention', 'line', { keepDays: [null, 90, 365] }],
  ['reports.update', 'line', { goalMinutes: [null, 5, 60], timeZone: ['UTC', 'Europe/Paris', 'Europe/Rome'] }],
  ['settings.assignUsers', 'line', { ids: [[], ['mei'], ['omar']] }],
  [
    'hooks.update',
    'contact',
    {
      url: ['http://127.0.0.1:1/', 'http://127.0.0.1:1/a', 'http://127.0.0.1:1/b'],
      events: [['chat.done'], ['chat.opened'], ['chat.assigned']],
      enabled: [true, false, true],
    },
  ],
  [
    'keys.update',
    'contact',
    {
      name: ['Bookings', 'Bookings A', 'Bookings B'],
      endsAt: [null, '2099-01-01T00:00:00.000Z', '2099-02-01T00:00:00.000Z'],
    },
  ],
  ['snippets.update', 'contact', { name: ['Way', 'Way A', 'Way B'], text: ['Left', 'Right', 'Straight on'] }],
  ['snippets.update', 'contact', { shortcut: [null, 'a', 'b'], text: ['Left', 'Right', 'Straight on'] }],
]

function valueOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map((one: unknown) => (one === 'mei' ? clinic.mei.id : one === 'omar' ? clinic.omar.id : one))
}

/** The fields at a moment: 0 before, 1 after the first Admin, 2 after the second. */
function at([, , fields]: Case, moment: 0 | 1 | 2): Values {
  return Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, valueOf(values[moment])]))
}

function put([call, of]: Case, body: Values) {
  const numberId = of === 'line' ? clinic.numbers[0].id : (params['numberId'] ?? '')
  return clinic.dana.call(call, { params: { ...params, numberId }, body })
}

describe.each(CASES)('%s', (...one) => {
  test('keeps what two Admins change in different fields', async () => {
    const [before, first, second] = [at(one, 0), at(one, 1), at(one, 2)]
    for (const field of Object.keys(before)) {
      expect(await put(one, before)).toMatchObject({ status: 200 })
      // Each form sends what it needs, and what it saw of that.
      const others = Object.keys(before).filter((other) => other !== field)
      const others1 = Object.fromEntries(others.map((other) => [other, first[other]]))
      expect(await put(one, { ...before, ...others1, seen: before })).toMatchObject({ status: 200 })
      expect(await put(one, { ...before, [field]: second[field], seen: before })).toMatchObject({ status: 200 })
      // Nobody has changed anything since, if this is accepted.
      const now = { ...before, ...others1, [field]: second[field] }
      expect(await put(one, { ...before, seen: now })).toMatchObject({ status: 200 })
    }
  })

  test('refuses to replace what someone else has changed, until the caller has seen it', async () => {
    const [before, first, second] = [at(one, 0), at(one, 1), at(one, 2)]
    for (const field of Object.keys(before).filter(
      (each) => JSON.stringify(before[each]) !== JSON.stringify(second[each]),
    )) {
      expect(await put(one, before)).toMatchObject({ status: 200 })
      expect(await put(one, { ...before, [field]: first[field], seen: before })).toMatchObject({ status: 200 })
      const change = { ...before, [field]: second[field] }
      expect(await put(one, { ...change, seen: before })).toMatchObject({
        status: 409,
        error: {
          error: 'conflict',
          message: expect.stringMatching(/^Someone else just changed .+ save again/) as string,
        },
      })
      expect(await put(one, { ...change, seen: { ...before, [field]: first[field] } })).toMatchObject({ status: 200 })
    }
  })

  test('takes a call that does not say what it saw', async () => {
    expect(await put(one, at(one, 1))).toMatchObject({ status: 200 })
    expect(await put(one, at(one, 0))).toMatchObject({ status: 200 })
  })
})

test('what someone saw must be fields of the call', async () => {
  const body = { name: 'Lakeside', seen: { tenantId: 'x' } }
  expect(await clinic.dana.call('settings.updateTenant', { body })).toMatchObject({ status: 400 })
})

test('a line that someone else has put into use keeps the default users that they chose', async () => {
  const numberId = clinic.numbers[1].id
  const use = (assignedUsers: string[], seen: object) =>
    clinic.dana.call('settings.updateTwilioNumber', {
      params: { numberId },
      body: { useNumber: true, assignedUsers, seen },
    })
  const before = { useNumber: false, assignedUsers: [] }
  await clinic.dana.get('settings.assignUsers', { params: { numberId }, body: { ids: [] } })
  expect(await use([clinic.mei.id], { useNumber: true, assignedUsers: [] })).toMatchObject({ status: 200 })
  expect(await use([clinic.omar.id], before)).toMatchObject({ status: 409 })
})
