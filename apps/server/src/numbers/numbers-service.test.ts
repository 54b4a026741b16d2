import { MAX_LINES } from '@partyline/contract'
import type { ContactId, NumberId, RealtimeEvent, TenantId } from '@partyline/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/test-database.ts'
import { createKeyring, createTopic, newId, systemClock } from '../platform/index.ts'
import type { Database } from '../platform/index.ts'
import { findContact } from '../contacts/contacts-store.ts'
import { createTenants } from '../tenants/index.ts'
import type { Tenants } from '../tenants/index.ts'
import { createUsers } from '../users/index.ts'
import { createNumbers } from './index.ts'
import type { NumberAtProvider, Numbers } from './index.ts'

// Functions that other domains call in their transactions, and changes of a Twilio account. No API call covers these alone.

let database: Database
let tenants: Tenants
let numbers: Numbers
let tenantId: TenantId
const announced: string[] = []

beforeAll(async () => {
  database = await openTestDatabase({ pool: 4 })
  const clock = systemClock
  const keyring = createKeyring([{ id: 'test', key: Buffer.alloc(32) }])
  tenants = createTenants({ database, keyring, clock, suspended: createTopic(() => {}) })
  const users = createUsers({
    database,
    clock,
    sessions: { shutOut: async () => ({ ended: 0, announceEnd: () => {} }) },
  })
  const announcements = createTopic<readonly RealtimeEvent[]>((error) => {
    throw error
  })
  announcements.subscribe((events) => announced.push(...events.map(({ kind }) => kind)))
  numbers = createNumbers({
    database,
    tenants,
    users,
    clock,
    announcements,
    recallOptOuts: async () => {},
    handOverConsent: async () => {},
  })
})
afterAll(() => database.close())
beforeEach(async () => {
  announced.length = 0
  tenantId = newId<TenantId>()
  await tenants.create(database.queries, { tenantId, name: 'Clinic', domain: 'clinic.example' })
})

/** Not a user. */
const system = (tenant: TenantId) => ({ tenantId: tenant, userId: null })
const sender = (number: string) => database.transaction((trx) => numbers.findOrCreateContact(trx, tenantId, number))

describe('the sender of a text', () => {
  test.each([
    ['+12025550142', '(202) 555-0142'],
    ['+14165550199', '+1 416 555 0199'],
    ['+442079460018', '+44 20 7946 0018'],
    ['72345', '72345'],
    ['AMAZON', 'AMAZON'],
    ['+1', '+1'],
  ])('%s is added with the name %s', async (number, name) => {
    const { contact, isChanged } = await sender(number)
    expect(contact).toEqual({ id: contact.id, number, name, type: 'Mobile', disabled: false, deleted: false })
    expect(isChanged).toBe(true)
    expect(await sender(number)).toEqual({ contact, isChanged: false })
  })

  test('is added once despite concurrent texts', async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => sender('+12025550142')))
    expect(new Set(found.map(({ contact }) => contact.id)).size).toBe(1)
    expect(found.filter(({ isChanged }) => isChanged)).toHaveLength(1)
  })

  test('is restored with their name if deleted, and stays disabled', async () => {
    const ann = await numbers.addMobile({ tenantId, userId: null }, { number: '2025550142', name: 'Ann' })
    const disabled = { numberId: ann.id, name: 'Ann', disabled: true }
    await database.transaction((trx) => numbers.updateContact(trx, system(tenantId), disabled))
    await database.transaction((trx) => numbers.deleteContact(trx, system(tenantId), ann.id))
    expect(await numbers.contactsById(database.queries, tenantId, [ann.id])).toEqual([
      { ...ann, disabled: true, deleted: true },
    ])
    const { contact, isChanged } = await sender(ann.number)
    expect(contact).toEqual({ ...ann, disabled: true, deleted: false })
    expect(isChanged).toBe(true)
  })

  test('is another contact once someone else has the number, also where two spellings were merged', async () => {
    const [kept, merged] = ['+525512345678', '+5215512345678']
    const { contact: twin } = await sender(merged)
    await database.transaction((trx) => numbers.deleteContact(trx, system(tenantId), twin.id))
    const other = newId<NumberId>()
    const row = { tenantId, numberId: other, number: kept, name: 'Ann', createdAt: new Date() }
    await database.queries.insertInto('contacts').values(row).execute()
    await database.transaction((trx) => numbers.deleteContact(trx, system(tenantId), other, { isReassigned: true }))
    await database.queries
      .updateTable('contactPhones')
      .set({ contactId: other as string as ContactId })
      .where('tenantId', '=', tenantId)
      .execute()
    const contact = await findContact(database.queries, { tenantId, contactId: other as string as ContactId })
    expect(contact?.formerPhones.map(({ number }) => number)).toEqual([kept])
    const found = await sender(merged)
    expect([twin.id, other]).not.toContain(found.contact.id)
    expect(found.isChanged).toBe(true)
  })

  test('is added once while someone else gets the number', async () => {
    const { contact: former } = await sender('+12025550142')
    const [, ...during] = await Promise.all([
      database.transaction((trx) => numbers.deleteContact(trx, system(tenantId), former.id, { isReassigned: true })),
      ...Array.from({ length: 8 }, () => sender('+12025550142')),
    ])
    const { contact } = await sender('+12025550142')
    expect(contact.id).not.toBe(former.id)
    const ids = new Set([former.id, contact.id, ...during.map((one) => one.contact.id)])
    expect(ids.size).toBe(2)
  })

  test('is not added if the transaction fails', async () => {
    const failed = database.transaction(async (trx) => {
      await numbers.findOrCreateContact(trx, tenantId, '+12025550142')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await numbers.listContacts(tenantId, 10)).toEqual([])
  })
})

test('unknown IDs and IDs of another tenant match no contact', async () => {
  const ann = await numbers.addMobile({ tenantId, userId: null }, { number: '2025550142', name: 'Ann' })
  expect(await numbers.contactsById(database.queries, newId<TenantId>(), [ann.id])).toEqual([])
  expect(await numbers.contactsById(database.queries, tenantId, [newId()])).toEqual([])
  expect(await numbers.contactsById(database.queries, tenantId, [])).toEqual([])
})

describe('the account’s lines', () => {
  const front: NumberAtProvider = {
    sid: 'PN1',
    phoneNumber: '+12025550100',
    friendlyName: 'Front desk',
    hasSms: true,
    hasMms: true,
    webhookConfigured: true,
    elsewhere: null,
  }
  const keep = (...held: NumberAtProvider[]) =>
    database.transaction((trx) => numbers.keepAccountNumbers(trx, tenantId, held))
  const only = async () => {
    const [number] = await numbers.listTwilio(tenantId)
    if (!number) throw new Error('There is no number.')
    return number
  }
  const accountSid = newId<string>()
  const use = async () => {
    await tenants.setTwilioAccount(tenantId, { accountSid, authToken: 'token' })
    await numbers.setUse(system(tenantId), (await only()).id, { inUse: true, webhookConfigured: true })
  }
  const stopUsing = async () =>
    numbers.setUse(system(tenantId), (await only()).id, { inUse: false, webhookConfigured: false })

  test('are renamed like at Twilio', async () => {
    await keep(front)
    const before = await only()
    await keep({ ...front, friendlyName: 'Reception', webhookConfigured: false })
    expect(await only()).toEqual({ ...before, name: 'Reception', webhookConfigured: false })
  })

  test('that vanish are released: neither listed nor in use, but still known to their chats', async () => {
    await keep(front)
    await use()
    const { id } = await only()
    await keep()
    expect(await numbers.listTwilio(tenantId)).toEqual([])
    expect(await numbers.listInUse(tenantId)).toEqual([])
    expect(await numbers.findInUse(database.queries, accountSid, front.phoneNumber)).toBeNull()
    expect(await numbers.findLine(database.queries, tenantId, id)).toMatchObject({
      number: front.phoneNumber,
      inUse: false,
      released: true,
    })
  })

  test('that return with another SID are the same lines', async () => {
    await keep(front)
    const { id } = await only()
    await keep()
    await keep({ ...front, sid: 'PN2' })
    expect(await only()).toMatchObject({ id, disabled: true })
    expect(await numbers.findLine(database.queries, tenantId, id)).toMatchObject({
      sid: 'PN2',
      released: false,
    })
  })

  test('in use are found by account and number', async () => {
    await keep(front)
    expect(await numbers.findInUse(database.queries, accountSid, front.phoneNumber)).toBeNull()
    await use()
    expect(await numbers.findInUse(database.queries, accountSid, front.phoneNumber)).toMatchObject({
      tenantId,
      number: front.phoneNumber,
      inUse: true,
    })
    expect(await numbers.findInUse(database.queries, 'AC-other', front.phoneNumber)).toBeNull()
    await stopUsing()
  })

  test('have the time zone of opening hours, or else of the first number that is of one zone only', async () => {
    const withNumber = (phoneNumber: string) => ({ ...front, phoneNumber, sid: phoneNumber })
    // Toll-free, of two zones, and of Los Angeles.
    await keep(...['+18335550120', '+16055550120', '+14155550120'].map(withNumber))
    expect(await numbers.timeZone(tenantId)).toBeNull()
    const accountNumbers = await numbers.listTwilio(tenantId)
    await tenants.setTwilioAccount(tenantId, { accountSid, authToken: 'token' })
    for (const { id } of accountNumbers)
      await numbers.setUse(system(tenantId), id, { inUse: true, webhookConfigured: true })
    expect(await numbers.timeZone(tenantId)).toBe('America/Los_Angeles')
    const hours = { timeZone: 'America/Denver', week: null, holidays: null }
    await numbers.updateHours(system(tenantId), accountNumbers[0]!.id, { hours })
    expect(await numbers.timeZone(tenantId)).toBe('America/Denver')
    for (const { id } of accountNumbers)
      await numbers.setUse(system(tenantId), id, { inUse: false, webhookConfigured: false })
  })

  test('are in use by one tenant at a time', async () => {
    await keep(front)
    await use()
    const first = { tenantId, id: (await only()).id }
    tenantId = newId<TenantId>()
    await tenants.create(database.queries, { tenantId, name: 'Other', domain: 'other.example' })
    await keep(front)
    await expect(use()).rejects.toMatchObject({ code: 'number-in-use' })
    await numbers.setUse(system(first.tenantId), first.id, { inUse: false, webhookConfigured: false })
    await use()
    await stopUsing()
  })
})

describe('an account with more numbers than are listed', () => {
  const EXTRA = 3
  const held = Array.from({ length: MAX_LINES + EXTRA }, (_, index): NumberAtProvider => ({
    sid: `PN${index}`,
    phoneNumber: `+1${2_025_570_000 + index}`,
    friendlyName: `(202) 557-${String(index).padStart(4, '0')}`,
    hasSms: true,
    hasMms: true,
    webhookConfigured: false,
    elsewhere: null,
  }))
  const keep = (names: Record<number, string> = {}) =>
    database.transaction((trx) =>
      numbers.keepAccountNumbers(
        trx,
        tenantId,
        held.map((number, index) => ({ ...number, friendlyName: names[index] ?? number.friendlyName })),
      ),
    )
  const names = async () => (await numbers.listTwilio(tenantId)).map(({ name }) => name)
  const use = (numberId: NumberId) =>
    numbers.setUse(system(tenantId), numberId, { inUse: true, webhookConfigured: true })

  test('lists the first by name', async () => {
    await keep()
    expect(await names()).toEqual(held.slice(0, MAX_LINES).map(({ friendlyName }) => friendlyName))
  })

  test('lists a number whose name was changed to begin with "!", and keeps it in the list while it is in use', async () => {
    const last = MAX_LINES + EXTRA - 1
    await keep({ [last]: '!Front desk' })
    const [front] = await numbers.listTwilio(tenantId)
    expect(front?.name).toBe('!Front desk')
    await use(front!.id)
    await keep({ [last]: 'Zoo' })
    expect((await names()).at(-1)).toBe('Zoo')
    expect((await numbers.listInUse(tenantId)).map(({ name }) => name)).toEqual(['Zoo'])
  })

  test('has no more lines in use than the lists show', async () => {
    await keep()
    const [first, ...others] = await numbers.listTwilio(tenantId)
    for (const { id } of others) await use(id)
    await use(first!.id)
    expect(await numbers.listInUse(tenantId)).toHaveLength(MAX_LINES)
    await use(first!.id)
    const hidden = await database.queries
      .selectFrom('lines')
      .select('numberId')
      .where('tenantId', '=', tenantId)
      .where('inUse', '=', false)
      .executeTakeFirstOrThrow()
    const line = await numbers.findLine(database.queries, tenantId, hidden.numberId)
    const refusal = {
      code: 'conflict',
      message: 'At most 500 numbers can be in use. Please stop using another one first.',
    }
    await expect(numbers.requireUsable(line!)).rejects.toMatchObject(refusal)
    await expect(use(hidden.numberId)).rejects.toMatchObject(refusal)
    await numbers.setUse(system(tenantId), first!.id, { inUse: false, webhookConfigured: false })
    await use(hidden.numberId)
    const ids = (await numbers.listInUse(tenantId)).map(({ id }) => id)
    for (const id of ids) await numbers.setUse(system(tenantId), id, { inUse: false, webhookConfigured: false })
  })
})

test('an added contact is announced, a refused one is not', async () => {
  await numbers.addMobile({ tenantId, userId: null }, { number: '2025550142', name: 'Ann' })
  await numbers.addMobile({ tenantId, userId: null }, { number: '2025550142', name: 'Ann' }).catch(() => {})
  expect(announced).toEqual(['ExternalContactAdded'])
})
