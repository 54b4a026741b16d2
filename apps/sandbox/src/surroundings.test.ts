import { expect, test } from 'vitest'
import { MARTA, sdkFor, startSandbox, textFrom, textsOn } from './tests/driver.ts'

const BUSY = { accountBusy: { retryAfter: 1 } }

test('further surroundings have an account, numbers, and people of their own', async () => {
  const sandbox = await startSandbox()
  const all = [sandbox, await sandbox.addSurroundings(), await sandbox.addSurroundings()]
  const unique = (values: string[]) => expect(new Set(values).size).toBe(values.length)
  const worlds = all.map(({ world }) => world)
  unique(worlds.flatMap(({ twilio }) => [twilio.accountSid, twilio.authToken]))
  unique(worlds.flatMap(({ twilio }) => twilio.numbers.flatMap(({ sid, phoneNumber }) => [sid, phoneNumber])))
  unique(worlds.flatMap(({ directories }) => directories.flatMap(({ tenantId, domain }) => [tenantId, domain])))
  const people = worlds.map(({ directories }) => directories.flatMap((directory) => directory.people))
  unique(people.flat().flatMap(({ id, login }) => [id, login]))
  for (const [index, surroundings] of all.entries()) {
    expect(people[0]?.map(({ login }) => surroundings.loginOf(login))).toEqual(people[index]?.map(({ login }) => login))
  }
})

test('each account opens with its own credentials only, and has its own numbers, log, and faults', async () => {
  const sandbox = await startSandbox()
  const other = await sandbox.addSurroundings()
  for (const [own, foreign] of [
    [sandbox, other],
    [other, sandbox],
  ] as const) {
    const numbers = own.world.twilio.numbers.map(({ phoneNumber }) => phoneNumber)
    const client = sdkFor(own)
    expect((await client.incomingPhoneNumbers.list()).map(({ phoneNumber }) => phoneNumber)).toEqual(numbers)
    const { authToken } = foreign.world.twilio
    const wrong = sdkFor({ ...own, world: { ...own.world, twilio: { ...own.world.twilio, authToken } } })
    await expect(wrong.incomingPhoneNumbers.list()).rejects.toMatchObject({ code: 20003 })

    foreign.faults.set({ faults: BUSY })
    const posted = { from: numbers[0] ?? '', to: MARTA, body: 'Hello' }
    await client.messages.create(posted)
    await expect(sdkFor(foreign).messages.list()).rejects.toMatchObject({ code: 20429 })
    foreign.faults.clear()
    expect(own.log.map(({ from, to }) => [from, to])).toEqual([[posted.from, MARTA]])
  }
})

test('a phone reaches the numbers of every account, and so do the accounts each other', async () => {
  const sandbox = await startSandbox()
  const other = await sandbox.addSurroundings()
  const [mine, theirs] = [sandbox, other].map(({ world }) => world.twilio.numbers[0]?.phoneNumber ?? '')
  for (const to of [mine, theirs]) await textFrom(sandbox, MARTA, { to, text: `To ${to}` })
  await sdkFor(sandbox).messages.create({ from: mine ?? '', to: theirs ?? '', body: 'From next door' })

  const received = async (at: Parameters<typeof sdkFor>[0]) =>
    (await sdkFor(at).messages.list()).filter(({ direction }) => direction === 'inbound').map(({ body }) => body)
  await expect.poll(() => received(other)).toEqual(['From next door', `To ${theirs}`])
  expect(await received(sandbox)).toEqual([`To ${mine}`])
  expect((await textsOn(sandbox, MARTA)).map(({ to }) => to)).toEqual([mine, theirs])
})
