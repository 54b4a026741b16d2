import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '@partyline/driver'
import type { Harness } from '../../tests/harness.ts'
import { personOf } from '../../tests/person.ts'
import { shareHarness } from '../../tests/shared-harness.ts'

let harness: Harness
let dana: Client
beforeAll(async () => {
  harness = await shareHarness()
  dana = await harness.signIn('dana@lakeside.example')
})
afterAll(() => harness.close())

const add = (number: unknown, name: unknown = 'Ann') => dana.call('numbers.addMobile', { body: { number, name } })

describe('contacts', () => {
  beforeEach(async () => {
    for (const { id } of await dana.get('numbers.mobile')) {
      await dana.get('settings.deleteMobileNumber', { params: { numberId: id } })
    }
  })

  test('are stored as E.164, parsed with the tenant’s default country', async () => {
    const spellings = ['(202) 555-0142', '+44 20 7946 0018', ' 2025550143 ', '1-202-555-0144', '+12025550145']
    const added = []
    for (const spelling of spellings) added.push((await add(spelling)).data[0]?.number)
    expect(added).toEqual(['+12025550142', '+442079460018', '+12025550143', '+12025550144', '+12025550145'])
  })

  test.each([
    'tel:+1-202-555-0142',
    'Pat Lane <+12025550142>',
    '\u202A+1 202-555-0142\u202C',
    '202 555 0142 ext 5',
    '="2025550142"',
    'Mobile: 202.555.0142',
  ])('are read from %j', async (written) => {
    expect((await add(written)).data[0]?.number).toBe('+12025550142')
  })

  test.each([
    '12',
    '+1 202 555',
    'hello',
    '911',
    '+',
    '1.61E+10',
    '202 555 0142, 202 555 0143',
    '2026-11-27',
    '+99912345678901234',
    "'; drop table users",
  ])('cannot have the invalid number %j', async (written) => {
    const { status, error } = await add(written)
    expect([status, error?.errors]).toEqual([400, { number: ['Number should be a valid phone number.'] }])
  })

  test('require a number and a name', async () => {
    expect((await dana.call('numbers.addMobile', { body: {} })).error?.errors).toEqual({
      number: ['Number should be defined.'],
      name: ['Name should be defined.'],
    })
    expect((await add(5, null)).error?.errors).toEqual({
      number: ['Number should be defined.'],
      name: ['Name should be defined.'],
    })
    expect((await add('1'.repeat(101), 'x'.repeat(201))).error?.errors).toEqual({
      number: ['Number should have at most 100 characters.'],
      name: ['Name should have at most 200 characters.'],
    })
  })

  test('are added once, and a second attempt names the first contact', async () => {
    const [ann] = (await add('202 555 0142')).data
    expect(ann).toEqual({ id: ann?.id, number: '+12025550142', name: 'Ann', type: 'Mobile', disabled: false })
    const again = await add('+1 (202) 555-0142', 'Annabel')
    expect([again.status, again.error?.error, again.error?.message, again.error?.details]).toEqual([
      409,
      'number-exists',
      'This number is already in the list.',
      'Ann, (202) 555-0142',
    ])
    expect(again.error?.errors).toEqual({ number: ['This number is already in the list.'] })
    const params = { numberId: ann?.id ?? '' }
    await dana.get('settings.updateMobileNumber', { params, body: { name: 'Ann', disabled: true } })
    expect((await add('2025550142')).error?.details).toBe('Ann, (202) 555-0142, disabled')
  })

  test('are added once despite ten concurrent attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => add('2025550150', `Person ${index}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect(await dana.get('numbers.mobile')).toHaveLength(1)
  })

  test('that were deleted and are added again keep their ID and get the new name', async () => {
    const [ann] = (await add('2025550142')).data
    const params = { numberId: ann?.id ?? '' }
    await dana.get('settings.updateMobileNumber', { params, body: { name: 'Ann', disabled: true } })
    await dana.get('settings.deleteMobileNumber', { params })
    expect((await add('2025550142', 'Ann Lee')).data).toEqual([{ ...ann, name: 'Ann Lee', disabled: false }])
  })

  test('are sorted by name, case-insensitively', async () => {
    for (const [number, name] of [
      ['2025550142', 'carol'],
      ['2025550143', 'Bob'],
      ['2025550144', 'ann'],
    ]) {
      await add(number, name)
    }
    expect((await dana.get('numbers.mobile')).map(({ name }) => name)).toEqual(['ann', 'Bob', 'carol'])
  })

  test('can be added by any enabled user, and belong to one tenant', async () => {
    await dana.call('settings.addUser', {
      body: { userId: personOf(harness, 'omar@lakeside.example').id, name: 'Omar', role: 'User' },
    })
    const omar = await harness.signIn('omar@lakeside.example')
    expect((await omar.call('numbers.addMobile', { body: { number: '2025550142', name: 'Ann' } })).status).toBe(200)
    const stranger = await harness.signIn(harness.sandbox.world.directories[1]?.people[0]?.login ?? '')
    expect(await stranger.get('numbers.mobile')).toEqual([])
    expect((await stranger.call('numbers.addMobile', { body: { number: '2025550142', name: 'Ann' } })).status).toBe(200)
    expect((await harness.anonymous.call('numbers.mobile')).status).toBe(401)
  })
})

test('numbers are filtered by type and state', async () => {
  const { accountSid, authToken } = harness.sandbox.world.twilio
  const { twilioNumbers } = await dana.get('settings.updateTwilioAccount', { body: { accountSid, authToken } })
  const params = { numberId: twilioNumbers[0]?.id ?? '' }
  await dana.get('settings.updateTwilioNumber', { params, body: { useNumber: true } })
  await add('2025550160', 'Zoe')
  const [max] = (await add('2025550161', 'Max')).data
  await dana.get('settings.updateMobileNumber', {
    params: { numberId: max?.id ?? '' },
    body: { name: 'Max', disabled: true },
  })
  const found = async (body: unknown) => (await dana.get('numbers.search', { body })).map(({ name }) => name)
  expect(await found({ type: 'Twilio', enabled: true })).toEqual(['After hours'])
  expect(await found({ type: 'Twilio', enabled: false })).toEqual(['Billing', 'Front desk', 'Spare line'])
  expect(await found({ type: 'Mobile', enabled: false })).toEqual(['Max'])
  expect(await found({ enabled: true })).toEqual(expect.arrayContaining(['After hours', 'Zoe']))
  expect(await found({})).toEqual(expect.arrayContaining(['Billing', 'Max', 'Zoe']))
  expect((await dana.call('numbers.search', { body: { type: 'Fax' } })).status).toBe(400)
})
