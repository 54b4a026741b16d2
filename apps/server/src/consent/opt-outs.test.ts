import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from '../../tests/clinic.ts'
import type { Clinic } from '../../tests/clinic.ts'
import type { Harness } from '../../tests/harness.ts'
import { shareHarness } from '../../tests/shared-harness.ts'
import { phoneOf } from '../../tests/phone.ts'
import { until } from '../../tests/until.ts'

const ANN = '+12025550142'

let harness: Harness
let clinic: Clinic
beforeAll(async () => {
  harness = await shareHarness()
  clinic = await openClinic(harness)
})
afterAll(() => harness.close())

test('a contact’s opt-outs are listed newest first, and the contact is marked while any is in force', async () => {
  const ann = await clinic.contact('Ann', ANN)
  const bob = await clinic.contact('Bob', '+12025550143')
  const params = { numberId: ann.id }
  const history = () => clinic.dana.get('settings.listMobileOptOuts', { params })
  const marked = async () => {
    const found = await clinic.dana.get('numbers.search', { body: { type: 'Mobile' } })
    return found.filter(({ optedOut }) => optedOut).map(({ name, optedOutOf }) => [name, ...optedOutOf])
  }
  expect([await history(), await marked()]).toEqual([[], []])

  const [front, second] = clinic.numbers
  const say = async (to: string, text: string, entries: number) => {
    await phoneOf(harness.sandbox, ANN).send(to, text)
    await until(async () => (await history()).length === entries)
  }
  await say(front.number, 'STOP', 1)
  await say(second.number, 'stop', 2)
  await say(front.number, 'START', 3)
  const summary = (await history()).map(({ wish, source, twilioNumber, current }) => [
    wish,
    source,
    twilioNumber.name,
    current,
  ])
  expect(summary).toEqual([
    ['start', expect.any(String), front.name, true],
    ['stop', expect.any(String), second.name, true],
    ['stop', expect.any(String), front.name, false],
  ])
  expect(await marked()).toEqual([['Ann', second.id]])
  const { csv } = await clinic.dana.get('settings.exportMobileNumbers')
  expect(csv).toContain(`"Ann","'${ANN}","Enabled","${second.name}"`)
  await say(second.number, 'START', 4)
  expect(await marked()).toEqual([])

  const asked = (by: Clinic['omar'], numberId: string) =>
    by.call('settings.listMobileOptOuts', { params: { numberId } }).then(({ status }) => status)
  expect(await asked(clinic.omar, ann.id)).toBe(403)
  expect(await clinic.dana.get('settings.listMobileOptOuts', { params: { numberId: bob.id } })).toEqual([])
  await clinic.dana.get('settings.deleteMobileNumber', { params })
  expect(await asked(clinic.dana, ann.id)).toBe(404)
  expect(await asked(clinic.dana, randomUUID())).toBe(404)
})

test('a START revokes the STOP of its own phone only', async () => {
  const [front] = clinic.numbers
  const contacts = [await clinic.contact('Cora', '+12025550144'), await clinic.contact('Cleo', '+12025550145')]
  const optedOut = async () => {
    const found = await clinic.dana.get('numbers.search', { body: { type: 'Mobile', term: 'C' } })
    return found.filter((contact) => contact.optedOut).map(({ name }) => name)
  }
  for (const { number } of contacts) await phoneOf(harness.sandbox, number).send(front.number, 'STOP')
  await until(async () => (await optedOut()).length === 2)
  await phoneOf(harness.sandbox, '+12025550144').send(front.number, 'START')
  await until(async () => !(await optedOut()).includes('Cora'))
  expect(await optedOut()).toEqual(['Cleo'])
})

test('opt-outs are not visible to another organization', async () => {
  const [theirs] = await clinic.stranger.get('numbers.addMobile', { body: { number: ANN, name: 'Ann' } })
  const params = { numberId: theirs?.id ?? '' }
  expect(await clinic.stranger.get('settings.listMobileOptOuts', { params })).toEqual([])
  const [found] = await clinic.stranger.get('numbers.search', { body: { type: 'Mobile' } })
  expect(found?.optedOut).toBe(false)
})
