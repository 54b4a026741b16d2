import { expect, test } from 'vitest'
import { FRONT_DESK, MARTA, sdkFor, setWebhook, startListener, startSandbox, textFrom } from '../../tests/driver.ts'
import { NEW_SERVICE } from '../account.ts'
import { createTwilioStore, type TwilioEvent } from '../twilio-store.ts'

async function withService() {
  const sandbox = await startSandbox()
  const sdk = sdkFor(sandbox)
  sdk.messaging.baseUrl = sandbox.url
  const { services } = sdk.messaging.v1
  const [number] = await sdk.incomingPhoneNumbers.list({ phoneNumber: FRONT_DESK })
  const [seeded] = await services.list()
  await services(seeded?.sid ?? '')
    .phoneNumbers(number?.sid ?? '')
    .remove()
  const { sid } = await services.create({ friendlyName: 'Campaigns' })
  return { sandbox, sdk, services, service: services(sid), numberSid: number?.sid ?? '' }
}

test('a service is created, changed, and listed with its numbers', async () => {
  const { services, service, numberSid } = await withService()
  await service.phoneNumbers.create({ phoneNumberSid: numberSid })
  expect(await service.phoneNumbers.list()).toMatchObject([{ sid: numberSid, phoneNumber: FRONT_DESK }])
  await service.update({ useInboundWebhookOnNumber: true })
  expect((await services.list()).slice(1)).toMatchObject([
    { friendlyName: 'Campaigns', useInboundWebhookOnNumber: true, inboundRequestUrl: null },
  ])
  await service.phoneNumbers(numberSid).remove()
  expect(await service.phoneNumbers.list()).toEqual([])
})

test('a number must exist, and is in at most one service', async () => {
  const { services, service, numberSid } = await withService()
  await service.phoneNumbers.create({ phoneNumberSid: numberSid })
  const other = await services.create({ friendlyName: 'Reminders' })
  const add = (phoneNumberSid: string) => services(other.sid).phoneNumbers.create({ phoneNumberSid })
  await expect(add(numberSid)).rejects.toMatchObject({ status: 409, code: 21712 })
  const again = service.phoneNumbers.create({ phoneNumberSid: numberSid })
  await expect(again).rejects.toMatchObject({ status: 409, code: 21710 })
  await expect(add(`PN${'0'.repeat(32)}`)).rejects.toMatchObject({ status: 404, code: 21703 })
  await expect(services.create({ friendlyName: '' })).rejects.toMatchObject({ status: 400 })
})

test('a service handles the texts to its numbers, unless it leaves them to the numbers', async () => {
  const { sandbox, service, numberSid } = await withService()
  const app = await startListener()
  await setWebhook(sandbox, { smsUrl: `${app.url}/number` })
  await service.phoneNumbers.create({ phoneNumberSid: numberSid })
  await service.update({ inboundRequestUrl: `${app.url}/service` })
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'One' })
  expect((await app.received(1)).map(({ target }) => target)).toEqual(['/service'])
  await service.update({ useInboundWebhookOnNumber: true })
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Two' })
  expect((await app.received(2)).map(({ target }) => target)).toEqual(['/service', '/number'])
})

test('a service’s texts use its own method and fallback, and end with the service', async () => {
  const { sandbox, service, numberSid } = await withService()
  const app = await startListener(({ target }) => (target.startsWith('/service') ? { status: 500 } : {}))
  await setWebhook(sandbox, { smsUrl: `${app.url}/number`, smsFallbackUrl: `${app.url}/number-again` })
  await service.phoneNumbers.create({ phoneNumberSid: numberSid })
  await service.update({
    inboundRequestUrl: `${app.url}/service`,
    inboundMethod: 'GET',
    fallbackUrl: `${app.url}/again`,
    fallbackMethod: 'POST',
  })
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'One' })
  const calls = (await app.received(2)).map(({ method, target }) => `${method} ${target.split('?')[0]}`)
  expect(calls).toEqual(['GET /service', 'POST /again'])
  await service.remove()
  await textFrom(sandbox, MARTA, { to: FRONT_DESK, text: 'Two' })
  expect((await app.received(3)).at(-1)).toMatchObject({ method: 'POST', target: '/number' })
})

test('a service in an older journal has the settings of a new one', () => {
  const old = { sid: `MG${'a'.repeat(32)}`, friendlyName: 'Campaigns', inboundRequestUrl: 'https://h/in' }
  const past = [{ type: 'service-kept', service: old }] as unknown as readonly TwilioEvent[]
  const store = createTwilioStore({ past, append() {} }, [])
  expect(store.services()).toEqual([{ ...NEW_SERVICE, ...old }])
})

test('a released number is gone', async () => {
  const { sdk, numberSid } = await withService()
  await sdk.incomingPhoneNumbers(numberSid).remove()
  await expect(sdk.incomingPhoneNumbers(numberSid).fetch()).rejects.toMatchObject({ status: 404 })
  expect(await sdk.incomingPhoneNumbers.list({ phoneNumber: FRONT_DESK })).toEqual([])
})
