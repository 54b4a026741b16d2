import { MESSAGE } from '@partyline/contract'
import type { MemberId } from '@partyline/contract'
import { expect, test } from 'vitest'
import { ordersForRelay, ordersForTeam, NOT_SENT } from './compose-deliveries.ts'
import type { Phone } from './compose-deliveries.ts'

const phone = (name: string, number: string, isDisabled = false): Phone => ({
  memberId: name as MemberId,
  name,
  number,
  isDisabled,
  lacksConsent: false,
})
const ANN = phone('Ann', '+12025550101')
const BEN = phone('Ben', '+12025550102')
const CAL = phone('Cal', '+12025550103')
const nobody = new Set<string>()

test('a user’s message is queued for every phone that can be texted, and skipped with the reason for the others', () => {
  const disabled = phone('Dee', '+12025550104', true)
  const oneWay = phone('Parcels', '24273')
  expect(ordersForTeam('Hello', [ANN, BEN, disabled, oneWay], new Set([BEN.number]))).toEqual([
    { memberId: 'Ann', status: 'queued', toNumber: ANN.number, body: 'Hello', part: 1, parts: 1 },
    { memberId: 'Ben', status: 'skipped', errorText: NOT_SENT.optedOut },
    { memberId: 'Dee', status: 'skipped', errorText: NOT_SENT.disabled },
    { memberId: 'Parcels', status: 'skipped', errorText: NOT_SENT.oneWay },
  ])
})

const relayTo = (phones: readonly Phone[], more: { text?: string; writer?: Phone; relay?: 'on' | 'ours' } = {}) =>
  ordersForRelay({ text: 'Hello', writer: ANN, relay: 'on', ...more }, phones, nobody)
const bodies = (orders: ReturnType<typeof relayTo>) =>
  orders.map((order) => (order.status === 'queued' ? order.body : order.errorText))

test('a relayed text goes to the other phones with the writer’s name, and not back to the writer', () => {
  const orders = relayTo([ANN, BEN, CAL])
  expect(orders.map(({ memberId }) => memberId)).toEqual(['Ben', 'Cal'])
  expect(bodies(orders)).toEqual(['Ann: Hello', 'Ann: Hello'])
})

test('a text that is not relayed is skipped with the reason for the other phones only', () => {
  expect(relayTo([ANN, BEN], { relay: 'ours' })).toEqual([
    { memberId: 'Ben', status: 'skipped', errorText: NOT_SENT.ours },
  ])
})

test.each([
  [0, 1],
  [1, 2],
])('a text that exceeds the limit by %i characters with the name is relayed in %i parts', (over, parts) => {
  const text = 'word '.repeat(400).slice(0, MESSAGE.maxLength - 'Ann: '.length + over)
  const orders = relayTo([ANN, BEN], { text })
  expect(orders).toMatchObject(Array.from({ length: parts }, (_, index) => ({ part: index + 1, parts })))
  for (const body of bodies(orders)) {
    expect(body).toMatch(/^Ann: /)
    expect(body.length).toBeLessThanOrEqual(MESSAGE.maxLength)
  }
})

test('a text that fits with the name is relayed unchanged', () => {
  const longest = 'word '.repeat(400).slice(0, MESSAGE.maxLength - 'Ann: '.length - 1)
  for (const text of ['  indented\n', `${longest} `])
    expect(bodies(relayTo([ANN, BEN], { text }))).toEqual([`Ann: ${text}`])
})

test('a contact without a name is relayed as a numbered guest', () => {
  const first = phone('+1 202-555-0198', '+12025550198')
  const second = phone('(202) 555-0199', '+12025550199')
  for (const [writer, name] of [
    [first, 'Guest 1'],
    [second, 'Guest 2'],
  ] as const) {
    expect(bodies(relayTo([ANN, first, BEN, second], { writer }))).toEqual(Array(3).fill(`${name}: Hello`))
  }
})
