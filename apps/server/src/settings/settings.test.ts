import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '@partyline/driver'
import { openAdminArea, UNKNOWN } from './tests/admin-area.ts'
import type { AdminArea } from './tests/admin-area.ts'

let area: AdminArea
let dana: Client
let stranger: Client
beforeAll(async () => {
  area = await openAdminArea()
  ;({ dana, stranger } = area)
})
afterAll(() => area.close())

test('a new tenant has its defaults and a consent URL for the session', async () => {
  const fresh = await area.harness.signIn('dana@lakeside.example')
  const tenant = await fresh.get('settings.tenant')
  expect(tenant).toMatchObject({
    domain: area.harness.sandbox.world.directories[0]?.domain,
    accountSid: null,
    twilioUrl: 'https://console.twilio.com/',
    activeChats: 0,
    consented: false,
    addSignature: false,
    defaultCountry: 'US',
  })
  const consent = new URL(tenant.consentUrl)
  expect(consent.pathname).toBe(`/${tenant.tenantId}/v2.0/adminconsent`)
  expect(Object.fromEntries(consent.searchParams)).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    scope: 'https://graph.microsoft.com/.default',
    redirect_uri: `${area.harness.url}/admin/consent`,
    state: expect.stringMatching(/^[\w-]{43}$/) as string,
  })
  // The state belongs to the session.
  expect(new URL((await dana.get('settings.tenant')).consentUrl).searchParams.get('state')).not.toBe(
    consent.searchParams.get('state'),
  )
})

test('name and signature can be changed, and the response is the tenant', async () => {
  const body = { name: '  Lakeside Clinic ', addSignature: true }
  expect(await dana.get('settings.updateTenant', { body })).toMatchObject({
    name: 'Lakeside Clinic',
    addSignature: true,
  })
  expect((await dana.get('users.me')).tenantName).toBe('Lakeside Clinic')
  await dana.get('settings.updateTenant', { body: { name: 'Lakeside Clinic', addSignature: false } })
})

test('missing fields are reported with the specified texts', async () => {
  const params = { numberId: UNKNOWN, userId: UNKNOWN }
  const cases = [
    ['settings.updateTenant', {}, { name: ['Name should be defined.'] }],
    ['settings.updateTenant', { name: ' ' }, { name: ['Name should be defined.'] }],
    [
      'settings.updateTwilioAccount',
      {},
      { accountSid: ['Account SID should be defined.'], authToken: ['Account Token should be defined.'] },
    ],
    [
      'settings.updateTwilioAccount',
      { accountSid: ' ', authToken: null },
      { accountSid: ['Account SID should be defined.'], authToken: ['Account Token should be defined.'] },
    ],
    [
      'settings.addUser',
      {},
      {
        userId: ['Id should be defined.'],
        role: ['Role should be defined.'],
        name: ['Name should be defined.'],
      },
    ],
    ['settings.updateUser', {}, { role: ['Role should be defined.'], name: ['Name should be defined.'] }],
    ['settings.updateMobileNumber', {}, { name: ['Name should be defined.'] }],
    ['settings.updateTenant', { name: 'A', tenantId: UNKNOWN }, { tenantId: ["The field 'tenantId' is not known."] }],
  ] as const
  for (const [call, body, errors] of cases) {
    const { status, error } = await dana.call(call, { params, body })
    expect([call, status, error?.errors, error?.message]).toEqual([call, 400, errors, null])
  }
})

describe('users', () => {
  test('are added once and can be changed, and the last Admin cannot be demoted', async () => {
    const added = await dana.get('settings.addUser', { body: area.omar })
    expect(added.teamsUsers.map(({ name }) => name)).toEqual(['Dana Cole', 'Omar Haddad'])
    expect((await dana.call('settings.addUser', { body: area.omar })).error?.error).toBe('user-exists')

    const params = { userId: area.omar.userId }
    const changed = await dana.get('settings.updateUser', {
      params,
      body: { role: 'User', name: 'Omar H.', disabled: false },
    })
    expect(changed.teamsUsers[1]).toMatchObject({ name: 'Omar H.', role: 'User', disabled: false })

    const me = await dana.get('users.me')
    const demoted = await dana.call('settings.updateUser', {
      params: { userId: me.id },
      body: { role: 'User', name: me.name },
    })
    expect([demoted.status, demoted.error?.error]).toEqual([409, 'last-admin'])
  })

  test('who are not Admins can read only whether Twilio is configured', async () => {
    const omar = await area.harness.signIn('omar@lakeside.example')
    expect((await omar.call('settings.twilioAccount')).status).toBe(200)
    const params = { numberId: UNKNOWN, userId: UNKNOWN }
    expect([
      (await omar.call('settings.tenant')).status,
      (await area.harness.anonymous.call('settings.tenant')).status,
    ]).toEqual([403, 401])
    for (const call of [
      'settings.updateTenant',
      'settings.updateTwilioAccount',
      'settings.addUser',
      'settings.updateUser',
      'settings.deleteMobileNumber',
      'settings.updateMobileNumber',
      'settings.updateTwilioNumber',
      'settings.assignUsers',
    ] as const) {
      expect([call, (await omar.call(call, { params, body: {} })).status]).toEqual([call, 403])
      expect([call, (await area.harness.anonymous.call(call, { params, body: {} })).status]).toEqual([call, 401])
    }
  })
})

test('only an Admin of the contact’s tenant can rename, disable, or delete it', async () => {
  const [ann] = await dana.get('numbers.addMobile', { body: { number: '202-555-0171', name: 'Ann' } })
  const params = { numberId: ann?.id ?? '' }
  const change = { name: 'Ann Lee', disabled: true }
  for (const call of ['settings.updateMobileNumber', 'settings.deleteMobileNumber'] as const) {
    expect((await stranger.call(call, { params, body: change })).status).toBe(404)
    expect((await dana.call(call, { params: { numberId: UNKNOWN }, body: change })).status).toBe(404)
    expect((await dana.call(call, { params: { numberId: 'x' }, body: change })).status).toBe(400)
  }
  const changed = await dana.get('settings.updateMobileNumber', { params, body: change })
  expect(changed.mobileNumbers).toContainEqual({ ...ann, ...change })
  const deleted = await dana.get('settings.deleteMobileNumber', { params })
  expect(deleted.mobileNumbers.map(({ id }) => id)).not.toContain(params.numberId)
  expect((await dana.call('settings.deleteMobileNumber', { params })).status).toBe(404)
  expect((await dana.call('settings.updateMobileNumber', { params, body: change })).status).toBe(404)
})

test('a deleted contact leaves its open chats, but stays in their history', async () => {
  await area.configure()
  const numberId = await area.idOf(area.numbers[1])
  await dana.get('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: true, force: true } })
  const [bob] = await dana.get('numbers.addMobile', { body: { number: '202-555-0172', name: 'Bob' } })
  const me = await dana.get('users.me')
  const chat = await dana.get('chats.create', { body: { numberId, name: 'Bob', memberIds: [me.id, bob?.id] } })
  expect((await dana.get('settings.tenant')).activeChats).toBe(1)

  await dana.get('settings.deleteMobileNumber', { params: { numberId: bob?.id ?? '' } })
  const { members } = await dana.get('chats.get', { params: { chatId: chat.id } })
  expect(members).toContainEqual(expect.objectContaining({ id: bob?.id, name: 'Bob', disabled: true }))
  expect((await dana.get('settings.tenant')).activeChats).toBe(1)
})
