import { expect, test, vi } from 'vitest'
import { FRONT_DESK, MARTA, sdkFor, startSandbox } from '../tests/driver.ts'

const TOLL_FREE = '+18335550100'
const ABROAD = '+4915123456789'

async function opened() {
  const sandbox = await startSandbox()
  const sdk = sdkFor(sandbox)
  sdk.messaging.baseUrl = sandbox.url
  const { services, tollfreeVerifications } = sdk.messaging.v1
  const [service] = await services.list()
  const [number] = await sdk.incomingPhoneNumbers.list({ phoneNumber: FRONT_DESK })
  async function outcome(from: string, to = MARTA) {
    const { sid } = await sdk.messages.create({ from, to, body: 'Hello' })
    return vi.waitUntil(async () => {
      const { status, errorCode } = await sdk.messages(sid).fetch()
      return (status === 'delivered' || status === 'undelivered') && [status, errorCode]
    }, 30_000)
  }
  const statuses = async () =>
    (await services(service?.sid ?? '').usAppToPerson.list()).map((one) => one.campaignStatus)
  return { sandbox, sdk, outcome, statuses, tollfreeVerifications, ofService: services(service?.sid ?? ''), number }
}

test('texts to US phones go out only from numbers of an approved campaign', async () => {
  const { sandbox, outcome, statuses, ofService, number } = await opened()
  expect(await statuses()).toEqual(['VERIFIED'])
  expect(await outcome(FRONT_DESK)).toEqual(['delivered', null])
  sandbox.faults.set({ faults: { campaign: { status: 'FAILED' } } })
  expect(await statuses()).toEqual(['FAILED'])
  expect(await outcome(FRONT_DESK)).toEqual(['undelivered', 30_034])
  expect(await outcome(FRONT_DESK, ABROAD)).toEqual(['delivered', null])
  sandbox.faults.clear()
  await ofService.phoneNumbers(number?.sid ?? '').remove()
  expect(await outcome(FRONT_DESK)).toEqual(['undelivered', 30_034])
})

test('a toll-free number texts US phones once it is verified', async () => {
  const { sandbox, sdk, outcome, tollfreeVerifications } = await opened()
  const { sid } = await sdk.incomingPhoneNumbers.create({ phoneNumber: TOLL_FREE })
  expect(await tollfreeVerifications.list()).toEqual([])
  expect(await outcome(TOLL_FREE)).toEqual(['undelivered', 30_032])
  sandbox.faults.set({ faults: { tollFreeVerification: { status: 'TWILIO_APPROVED' } } })
  const found = await tollfreeVerifications.list({ tollfreePhoneNumberSid: sid })
  expect(found).toMatchObject([{ status: 'TWILIO_APPROVED', tollfreePhoneNumber: TOLL_FREE }])
  expect(await tollfreeVerifications.list({ status: 'IN_REVIEW' })).toEqual([])
  expect(await outcome(TOLL_FREE)).toEqual(['delivered', null])
})

test('a number is bought once', async () => {
  const { sdk } = await opened()
  const buy = () => sdk.incomingPhoneNumbers.create({ phoneNumber: TOLL_FREE })
  await expect(buy()).resolves.toMatchObject({ phoneNumber: TOLL_FREE, smsUrl: '' })
  await expect(buy()).rejects.toMatchObject({ code: 21_422 })
})
