import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../tests/until.ts'
import { phoneOf } from '../../tests/phone.ts'
import { openConsultation } from './tests/consultation.ts'
import type { Consultation } from './tests/consultation.ts'

const POINT = { kind: 'useNumber', label: 'Point it to Partyline' }
const APPLICATION = `AP${'a'.repeat(32)}`

let room: Consultation
beforeAll(async () => {
  room = await openConsultation()
})
afterAll(() => room.harness.close())

describe('a line in use', () => {
  beforeEach(() => room.useAgain())

  test.each([
    ['numberWebhook', { smsUrl: '' }, 'failed', 'Texts to it go nowhere: Twilio knows no address for them.'],
    [
      'numberWebhook',
      { smsUrl: 'https://me:secret@elsewhere.example/sms?token=secret' },
      'failed',
      'Texts to it go to https://elsewhere.example/sms.',
    ],
    ['numberWebhook', { smsMethod: 'GET' }, 'failed', 'Twilio brings its texts with GET; Partyline takes POST.'],
    [
      'numberShadow',
      { smsApplicationSid: APPLICATION },
      'failed',
      `The TwiML application ${APPLICATION} takes its texts; the number’s own address counts for nothing.`,
    ],
    [
      'numberRetries',
      { smsFallbackUrl: '' },
      'warning',
      'If Partyline is away for a moment, Twilio does not try all it could.',
    ],
  ] as const)('%s reports %j, and the fix resolves it', async (id, change, state, found) => {
    expect(await room.ask(id)).toMatchObject({ state: 'passed', fix: null })
    await room.atTwilio.update(change)
    expect(await room.ask(id)).toMatchObject({ state, found, fix: POINT })
    await room.useAgain()
    expect(await room.ask(id)).toMatchObject({ state: 'passed', fix: null })
  })

  test('numberAnswered reports a line without an enabled default user', async () => {
    const { dana, omar, numbers } = room.clinic
    const params = { numberId: numbers[0].id }
    expect(await room.ask('numberAnswered')).toMatchObject({ state: 'warning', fix: { kind: 'assignUsers' } })
    await dana.get('settings.assignUsers', { params, body: { ids: [omar.id] } })
    expect(await room.ask('numberAnswered')).toMatchObject({ state: 'passed', fix: null })
    const { id: userId, name, role } = await omar.get('users.me')
    const setDisabled = (disabled: boolean) =>
      dana.get('settings.updateUser', { params: { userId }, body: { name, role, disabled } })
    await setDisabled(true)
    expect(await room.ask('numberAnswered')).toMatchObject({ state: 'warning' })
    await setDisabled(false)
  })

  test('numberRetries reports a webhook without retries, and the fix resolves it', async () => {
    const { smsUrl } = await room.atTwilio.fetch()
    await room.atTwilio.update({ smsUrl: smsUrl.split('#')[0] ?? '' })
    expect(await room.ask('numberRetries')).toMatchObject({ state: 'warning', fix: POINT })
    expect(await room.ask('numberWebhook')).toMatchObject({ state: 'passed' })
    await room.useAgain()
    expect(await room.ask('numberRetries')).toMatchObject({ state: 'passed' })
  })

  test('numberRetries accepts a custom fallback URL, which using the line does not overwrite', async () => {
    await room.atTwilio.update({ smsFallbackUrl: 'https://backup.example/sms' })
    expect(await room.ask('numberRetries')).toMatchObject({ state: 'passed' })
    await room.useAgain()
    expect((await room.atTwilio.fetch()).smsFallbackUrl).toBe('https://backup.example/sms')
    await room.atTwilio.update({ smsFallbackUrl: '' })
  })

  test('numberShadow reports a Messaging Service, unless it defers to the number’s webhook or points to Partyline', async () => {
    const { services } = room.console.messaging.v1
    const [campaigns] = await services.list()
    const kept = services(campaigns?.sid ?? '').phoneNumbers
    await kept(room.atTwilio.sid).remove()
    const { sid } = await services.create({ friendlyName: 'Campaigns' })
    await services(sid).phoneNumbers.create({ phoneNumberSid: room.atTwilio.sid })
    const shadowed = await room.ask('numberShadow')
    expect(shadowed).toMatchObject({ state: 'failed', fix: null })
    expect(shadowed.found).toContain('The Messaging Service “Campaigns” takes its texts')
    expect(shadowed.advice).toContain('Defer to sender’s webhook')
    await services(sid).update({ useInboundWebhookOnNumber: true })
    expect(await room.ask('numberShadow')).toMatchObject({ state: 'passed' })

    const { smsUrl } = await room.atTwilio.fetch()
    await services(sid).update({ useInboundWebhookOnNumber: false, inboundRequestUrl: smsUrl })
    expect(await room.ask('numberShadow')).toMatchObject({ state: 'passed' })
    await services(sid).phoneNumbers(room.atTwilio.sid).remove()
    await kept.create({ phoneNumberSid: room.atTwilio.sid })
  })

  test('the fallback URL receives a text whose webhook failed', async () => {
    await room.atTwilio.update({ smsUrl: 'http://127.0.0.1:1/nobody' })
    const phone = phoneOf(room.harness.sandbox, '+12025550142')
    await phone.send(room.clinic.numbers[0].number, 'Is anybody there?')
    const chats = () => room.clinic.dana.get('chats.search', { body: { term: 'Is anybody there?' } })
    expect(await until(async () => (await chats()).length)).toBe(1)
  })
})

test('numbersInUse fails without a line in use, and passes with lines in use', async () => {
  const { dana, numbers } = room.clinic
  const setUse = (useNumber: boolean) =>
    Promise.all(
      numbers.map(({ id }) =>
        dana.get('settings.updateTwilioNumber', { params: { numberId: id }, body: { useNumber, force: true } }),
      ),
    )
  await setUse(false)
  expect(await room.ask('numbersInUse')).toMatchObject({
    state: 'failed',
    found: 'No number is in use.',
    fix: { kind: 'openNumbers' },
  })
  expect((await room.atTwilio.fetch()).smsFallbackUrl).toBe('')
  await setUse(true)
  expect(await room.ask('numbersInUse')).toMatchObject({ state: 'passed', found: '2 numbers are in use.' })
})

test('numberInAccount reports a released number until the numbers are reloaded', async () => {
  expect(await room.ask('numberInAccount')).toMatchObject({ state: 'passed' })
  await room.atTwilio.remove()
  expect(await room.ask('numberInAccount')).toMatchObject({
    state: 'failed',
    found: 'The number is no longer in the Twilio account.',
    fix: { kind: 'refreshNumbers', label: 'Update info from Twilio' },
  })
  await room.clinic.dana.get('settings.updateTwilioAccount', { body: { justRefreshExisting: true } })
  const { checks } = await room.clinic.dana.get('diagnostics.run')
  expect(checks.filter(({ id }) => id === 'numberInAccount').map(({ state }) => state)).toEqual(['passed'])
})
