import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('a line', () => {
  let number: string
  let numberId: string
  const update = (body: { useNumber: boolean; force?: boolean }) =>
    dana.call('settings.updateTwilioNumber', { params: { numberId }, body })
  const stateOf = async () => {
    const { twilioNumbers } = await dana.get('settings.tenant')
    const { disabled, webhookConfigured } = twilioNumbers.find(({ id }) => id === numberId) ?? {}
    return { disabled, webhookConfigured }
  }
  const elsewhere = async () => {
    const { twilioNumbers } = await dana.get('settings.tenant')
    return twilioNumbers.find(({ id }) => id === numberId)?.elsewhere
  }

  beforeEach(async () => {
    await area.configure()
    number = area.numbers[0]
    numberId = await area.idOf(number)
    await area.atTwilio(number, { SmsUrl: '', SmsApplicationSid: '' })
    await dana.call('settings.updateTwilioNumber', { params: { numberId }, body: { useNumber: false, force: true } })
  })

  const assigned = async () =>
    (await dana.get('settings.tenant')).twilioNumbers.find(({ id }) => id === numberId)?.assignedUsers

  test('is put into use with default users, who are kept if omitted', async () => {
    const me = await dana.get('users.me')
    await dana.get('settings.updateTwilioNumber', {
      params: { numberId },
      body: { useNumber: true, assignedUsers: [me.id] },
    })
    expect(await assigned()).toEqual([me.id])
    expect((await update({ useNumber: true })).status).toBe(200)
    expect(await assigned()).toEqual([me.id])
    await dana.get('settings.updateTwilioNumber', {
      params: { numberId },
      body: { useNumber: true, assignedUsers: [] },
    })
    expect(await assigned()).toEqual([])
  })

  test('is not put into use with a default user of another tenant', async () => {
    const { id } = await stranger.get('users.me')
    const refused = await dana.call('settings.updateTwilioNumber', {
      params: { numberId },
      body: { useNumber: true, assignedUsers: [id] },
    })
    expect(refused.status).toBe(400)
    expect(await stateOf()).toEqual({ disabled: true, webhookConfigured: false })
    expect(await area.atTwilio(number)).toMatchObject({ sms_url: '' })
  })

  test('in use has our webhook with retries, and is listed', async () => {
    expect((await update({ useNumber: true })).status).toBe(200)
    expect(await stateOf()).toEqual({ disabled: false, webhookConfigured: true })
    expect(await area.atTwilio(number)).toMatchObject({
      sms_url: `${area.harness.url}/api/v1/webhooks/twilio/messages#rc=3&rp=all`,
      sms_method: 'POST',
    })
    expect((await dana.get('numbers.twilio')).map(({ number }) => number)).toEqual([number])
  })

  test('with another webhook is taken over only with force', async () => {
    await area.atTwilio(number, { SmsUrl: 'https://elsewhere.example/sms' })
    expect(await elsewhere()).toBeNull()
    await area.configure()
    expect(await elsewhere()).toBe('Texts to this number go to https://elsewhere.example/sms now.')
    const refused = await update({ useNumber: true })
    expect([refused.status, refused.error?.error, refused.error?.message, refused.error?.details]).toEqual([
      409,
      'number-in-use',
      'This number is used elsewhere.',
      'Texts to this number go to https://elsewhere.example/sms now.',
    ])
    expect(await stateOf()).toEqual({ disabled: true, webhookConfigured: false })
    expect((await area.atTwilio(number)).sms_url).toBe('https://elsewhere.example/sms')

    expect((await update({ useNumber: true, force: true })).status).toBe(200)
    expect((await area.atTwilio(number)).sms_url).toContain(area.harness.url)
    expect(await elsewhere()).toBeNull()
  })

  test('shows its capabilities to users, and its other webhook to Admins only', async () => {
    await update({ useNumber: true })
    await area.atTwilio(number, { SmsUrl: 'https://taken.example/?secret=1' })
    await area.configure()
    const [inUse] = await dana.get('numbers.twilio')
    expect(inUse).toMatchObject({ number: number, capabilities: { sms: true, mms: true } })
    expect(JSON.stringify([inUse, await dana.get('numbers.search', { body: {} })])).not.toContain('taken.example')
  })

  test('with a TwiML application is taken over only with force, which removes the application', async () => {
    const application = `AP${'a'.repeat(32)}`
    await area.atTwilio(number, { SmsApplicationSid: application })
    const refused = await update({ useNumber: true })
    expect(refused.error?.details).toBe(`The TwiML application ${application} gets the texts to this number now.`)
    expect((await update({ useNumber: true, force: true })).status).toBe(200)
    expect(await area.atTwilio(number)).toMatchObject({ sms_application_sid: null })
  })

  test('in a Messaging Service is put into use only with force, and receives texts once the service defers to it', async () => {
    const service = await area.newService('Reminders', number)
    const taken = 'The Messaging Service “Reminders” takes the texts to this number now.'
    const refused = await update({ useNumber: true })
    expect([refused.status, refused.error?.details]).toEqual([409, taken])
    expect((await update({ useNumber: true, force: true })).status).toBe(200)
    expect([await stateOf(), await elsewhere()]).toEqual([{ disabled: false, webhookConfigured: false }, taken])
    await area.configure()
    expect([await stateOf(), await elsewhere()]).toEqual([{ disabled: false, webhookConfigured: false }, taken])
    await service.change({ UseInboundWebhookOnNumber: 'true' })
    await area.configure()
    expect([await stateOf(), await elsewhere()]).toEqual([{ disabled: false, webhookConfigured: true }, null])
  })

  test('is checked at Twilio, not by our stored state', async () => {
    await update({ useNumber: true })
    await area.atTwilio(number, { SmsUrl: 'https://taken.example/' })
    expect((await update({ useNumber: true })).status).toBe(409)
    const refreshed = await dana.get('settings.updateTwilioAccount', { body: { justRefreshExisting: true } })
    expect(refreshed.twilioNumbers.find(({ id }) => id === numberId)).toMatchObject({
      disabled: false,
      webhookConfigured: false,
    })
  })

  test('with Twilio’s demo webhook counts as unused', async () => {
    await area.atTwilio(number, { SmsUrl: 'https://demo.twilio.com/welcome/sms/reply/' })
    expect((await update({ useNumber: true })).status).toBe(200)
  })

  test('taken out of use loses our webhook, but keeps another one', async () => {
    await update({ useNumber: true })
    expect((await update({ useNumber: false })).status).toBe(200)
    expect(await stateOf()).toEqual({ disabled: true, webhookConfigured: false })
    expect((await area.atTwilio(number)).sms_url).toBe('')

    await update({ useNumber: true })
    await area.atTwilio(number, { SmsUrl: 'https://taken.example/' })
    expect((await update({ useNumber: false })).status).toBe(200)
    expect((await area.atTwilio(number)).sms_url).toBe('https://taken.example/')
    expect(await elsewhere()).toBe('Texts to this number go to https://taken.example/ now.')
  })

  test('is in use by one organization only, even with force and a shared account', async () => {
    await update({ useNumber: true })
    const { twilioNumbers } = await stranger.get('settings.updateTwilioAccount', { body: area.account })
    const theirs = twilioNumbers.find((one) => one.number === number)
    for (const force of [false, true]) {
      const refused = await stranger.call('settings.updateTwilioNumber', {
        params: { numberId: theirs?.id ?? '' },
        body: { useNumber: true, force },
      })
      expect([refused.status, refused.error?.details]).toEqual([409, 'Another organization here uses it.'])
    }
    expect((await update({ useNumber: false })).status).toBe(200)
  })

  test('can have default users of its tenant only, each once', async () => {
    await dana.call('settings.addUser', { body: area.omar })
    const me = await dana.get('users.me')
    const assign = (ids: unknown) => dana.call('settings.assignUsers', { params: { numberId }, body: { ids } })
    const assigned = await assign([area.omar.userId, me.id.toUpperCase(), me.id])
    const of = (id: string) => assigned.data.twilioNumbers.find((number) => number.id === id)?.assignedUsers
    expect(of(numberId)).toEqual([me.id, area.omar.userId].toSorted())

    const refused = await assign([me.id, UNKNOWN])
    expect(refused.error?.errors).toEqual({ ids: ['Only users of this tenant can be assigned.'] })
    expect((await assign('nobody')).status).toBe(400)
    expect((await assign([])).data.twilioNumbers.flatMap(({ assignedUsers }) => assignedUsers)).toEqual([])
  })

  test('keeps the default users of the last of several admins who save at the same time', async () => {
    const me = await dana.get('users.me')
    const assign = () => dana.call('settings.assignUsers', { params: { numberId }, body: { ids: [me.id] } })
    const answers = await Promise.all(Array.from({ length: 10 }, assign))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const { twilioNumbers } = await dana.get('settings.tenant')
    expect(twilioNumbers.find(({ id }) => id === numberId)?.assignedUsers).toEqual([me.id])
  })

  test('of another organization is not found', async () => {
    const params = { numberId }
    for (const id of [params, { numberId: UNKNOWN }]) {
      const used = await stranger.call('settings.updateTwilioNumber', { params: id, body: { useNumber: true } })
      const assigned = await stranger.call('settings.assignUsers', { params: id, body: { ids: [] } })
      expect([used.status, assigned.status]).toEqual([404, 404])
      expect(used.error?.message).toBe('This does not exist, or it was deleted.')
    }
  })
})
