import { randomUUID } from 'node:crypto'
import type { TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDoor } from '../auth/tests/door.ts'
import type { Door } from '../auth/tests/door.ts'

const ACCOUNT = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'the token that nobody may read' }

let door: Door
let lakeside: TenantId
let northgate: TenantId
beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())
beforeEach(async () => {
  lakeside = await newTenant('Lakeside')
  northgate = await newTenant('Northgate')
})

async function newTenant(name: string): Promise<TenantId> {
  const tenantId = randomUUID() as TenantId
  const tenant = { tenantId, name, domain: `${name.toLowerCase()}.example` }
  expect(await door.database.transaction((trx) => door.tenants.create(trx, tenant))).toBe(true)
  return tenantId
}

test('a new tenant has no account and no signature, and its default country is the US', async () => {
  expect(await door.tenants.get(lakeside)).toEqual({
    tenantId: lakeside,
    name: 'Lakeside',
    domain: 'lakeside.example',
    defaultCountry: 'US',
    allowedCountries: null,
    addSignature: false,
    assignOnReply: true,
    sharedSnippets: 'everyone',
    hours: null,
    consented: false,
    suspended: false,
    hasAcctClaim: null,
    accountSid: null,
  })
  expect(await door.tenants.twilioAccount(lakeside)).toBeNull()
})

test('a tenant is created once', async () => {
  const again = { tenantId: lakeside, name: 'Other', domain: '' }
  expect(await door.database.transaction((trx) => door.tenants.create(trx, again))).toBe(false)
  expect(await door.tenants.get(lakeside)).toMatchObject({ name: 'Lakeside' })
})

test('a change affects one tenant only', async () => {
  await door.tenants.update({ tenantId: lakeside, userId: null }, { name: 'Lakeside Clinic', addSignature: true })
  expect(await door.tenants.get(lakeside)).toMatchObject({ name: 'Lakeside Clinic', addSignature: true })
  expect(await door.tenants.get(northgate)).toMatchObject({ name: 'Northgate', addSignature: false })
})

test('an unknown tenant is not found', async () => {
  await expect(door.tenants.get(randomUUID() as TenantId)).rejects.toMatchObject({ code: 'not-found' })
})

test('the Auth Token can be read back, but is not stored as plaintext', async () => {
  await door.tenants.setTwilioAccount(lakeside, ACCOUNT)
  expect(await door.tenants.twilioAccount(lakeside)).toEqual(ACCOUNT)
  const { rows } = await sql<{ row: string }>`select t::text as row from tenants t`.execute(door.database.queries)
  expect(rows.map(({ row }) => row).join()).not.toContain(ACCOUNT.authToken)
})

test('an Auth Token copied to another tenant’s row cannot be decrypted', async () => {
  await door.tenants.setTwilioAccount(lakeside, ACCOUNT)
  await sql`update tenants set account_sid = source.account_sid, auth_token_encrypted = source.auth_token_encrypted
    from tenants source where source.tenant_id = ${lakeside} and tenants.tenant_id = ${northgate}`.execute(
    door.database.queries,
  )
  await expect(door.tenants.twilioAccount(northgate)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('cannot be decrypted'),
  })
  await sql`update tenants set account_sid = null, auth_token_encrypted = null`.execute(door.database.queries)
})

test('two tenants can share an account', async () => {
  const account = { ...ACCOUNT, accountSid: `AC${'2'.repeat(32)}` }
  await door.tenants.setTwilioAccount(lakeside, account)
  await door.tenants.setTwilioAccount(northgate, account)
  const { tenants } = await door.tenants.usingAccount(account.accountSid, (token) => token === account.authToken)
  expect(tenants.map(({ tenantId }) => tenantId).toSorted()).toEqual([lakeside, northgate].toSorted())
  expect(await door.tenants.usingAccount('AC', () => true)).toEqual({ tenants: [], storedAccounts: {} })
})

test('an Auth Token changed by another process is accepted at once', async () => {
  const account = { ...ACCOUNT, accountSid: `AC${'3'.repeat(32)}` }
  const whoUses = async (authToken: string) =>
    (await door.tenants.usingAccount(account.accountSid, (token) => token === authToken)).tenants
  await door.tenants.setTwilioAccount(lakeside, account)
  expect(await whoUses(account.authToken)).toEqual([{ tenantId: lakeside }])
  await door.tenantsElsewhere.setTwilioAccount(lakeside, { ...account, authToken: 'the next token' })
  expect(await whoUses('the next token')).toEqual([{ tenantId: lakeside }])
  expect(await whoUses(account.authToken)).toEqual([])
})

test('an account that nobody uses any more is forgotten once it is read anew', async () => {
  const account = { ...ACCOUNT, accountSid: `AC${'4'.repeat(32)}` }
  const using = async (how?: { anew: boolean }) =>
    (await door.tenants.usingAccount(account.accountSid, (token) => token === account.authToken, how)).tenants
  await door.tenants.setTwilioAccount(lakeside, account)
  await using()
  await door.tenantsElsewhere.setTwilioAccount(lakeside, ACCOUNT)
  expect(await using()).toEqual([{ tenantId: lakeside }])
  expect(await using({ anew: true })).toEqual([])
  expect(await using()).toEqual([])
})

test('an account set in a failed transaction is rolled back', async () => {
  const attempt = door.database.transaction(async (trx) => {
    await door.tenants.setTwilioAccount(lakeside, ACCOUNT, trx)
    throw new Error('Twilio did not answer')
  })
  await expect(attempt).rejects.toThrow('Twilio did not answer')
  expect(await door.tenants.twilioAccount(lakeside)).toBeNull()
})
