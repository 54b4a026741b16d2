import { expect, test } from 'vitest'
import { FRONT_DESK, MARTA, sdkFor, startSandbox } from '../tests/driver.ts'

test.each([
  ['twilioDown', { twilioDown: {} }, { status: 503 }],
  ['tokenRenewed', { tokenRenewed: {} }, { status: 401, code: 20003 }],
  ['accountBusy', { accountBusy: {} }, { status: 429, code: 20429 }],
  ['accountRefused', { accountRefused: {} }, { status: 403, code: 20403 }],
] as const)('%s fails every request until it is cleared', async (_, faults, error) => {
  const sandbox = await startSandbox()
  const account = () => sdkFor(sandbox).api.v2010.accounts(sandbox.world.twilio.accountSid).fetch()
  sandbox.faults.set({ faults })
  await expect(account()).rejects.toMatchObject(error)
  await expect(sdkFor(sandbox).incomingPhoneNumbers.list()).rejects.toMatchObject(error)
  sandbox.faults.clear()
  await expect(account()).resolves.toMatchObject({ status: 'active', type: 'Full' })
})

test.each([
  ['suspended', { accountSuspended: {}, trialAccount: {} }],
  ['closed', { accountClosed: {}, trialAccount: {} }],
])('a %s account reports its status and sends nothing', async (status, faults) => {
  const sandbox = await startSandbox()
  sandbox.faults.set({ faults })
  const sdk = sdkFor(sandbox)
  const account = await sdk.api.v2010.accounts(sandbox.world.twilio.accountSid).fetch()
  expect(account).toMatchObject({ status, type: 'Trial' })
  const send = () => sdk.messages.create({ from: FRONT_DESK, to: MARTA, body: 'Hello' })
  await expect(send()).rejects.toMatchObject({ status: 403, code: 20005 })
  sandbox.faults.clear()
  await expect(send()).resolves.toMatchObject({ status: 'queued' })
})

test('only the API of Messaging Services fails', async () => {
  const sandbox = await startSandbox()
  sandbox.faults.set({ faults: { servicesDown: { status: 500 } } })
  const sdk = sdkFor(sandbox)
  sdk.messaging.baseUrl = sandbox.url
  await expect(sdk.messaging.v1.services.list()).rejects.toMatchObject({ status: 500 })
  await expect(sdk.incomingPhoneNumbers.list()).resolves.not.toEqual([])
  sandbox.faults.clear()
  await expect(sdk.messaging.v1.services.list()).resolves.toHaveLength(1)
})

test('a trial account texts verified phones only, and says that it is one', async () => {
  const sandbox = await startSandbox()
  sandbox.faults.set({ faults: { trialAccount: { verified: [MARTA] } } })
  const send = (to: string) => sdkFor(sandbox).messages.create({ from: FRONT_DESK, to, body: 'Hello' })
  await expect(send('+12025550143')).rejects.toMatchObject({ status: 400, code: 21608 })
  await expect(send(MARTA)).resolves.toMatchObject({ body: 'Sent from your Twilio trial account - Hello' })
})

test('numbers lose their capabilities and get them back', async () => {
  const sandbox = await startSandbox()
  const capabilities = async () => (await sdkFor(sandbox).incomingPhoneNumbers.list())[0]?.capabilities
  sandbox.faults.set({ faults: { numbersWithoutSms: {}, numbersWithoutMms: {} } })
  expect(await capabilities()).toMatchObject({ sms: false, mms: false })
  sandbox.faults.clear()
  expect(await capabilities()).toMatchObject({ sms: true, mms: true })
})

test('Twilio’s clock differs from ours by the configured time', async () => {
  const sandbox = await startSandbox()
  sandbox.faults.set({ faults: { clockSkew: { seconds: -3_600 } } })
  const answer = await fetch(`${sandbox.url}/2010-04-01/Accounts.json`)
  const told = new Date(answer.headers.get('date') ?? '').getTime()
  expect(Math.round((Date.now() - told) / 60_000)).toBe(60)
})

test('faults of the account cannot be set for a phone', async () => {
  const sandbox = await startSandbox()
  expect(() => sandbox.faults.set({ phone: MARTA, faults: { trialAccount: {} } })).toThrow(
    'faults.trialAccount: It belongs to the account’s numbers, not to a phone: leave out the phone.',
  )
})
