import type { DeliveryStatus, MemberId } from '@partyline/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneForEachMember, statusesBefore } from './delivery-status.ts'

const ANN = 'ann' as MemberId
const BEN = 'ben' as MemberId
const at = (seconds: number) => new Date(seconds * 1000)

test('each member has one delivery, ordered by their first', () => {
  const records = [
    { memberId: BEN, status: 'sent' as const, updatedOn: at(1) },
    { memberId: ANN, status: 'read' as const, updatedOn: at(1) },
    { memberId: BEN, status: 'queued' as const, updatedOn: at(1) },
  ]
  expect(oneForEachMember(records)).toEqual([records[2], records[1]])
})

test('of two failed parts the earlier failure is shown, or the first part if they failed at the same time', () => {
  const failed = (seconds: number, part: number) => ({
    memberId: ANN,
    status: 'failed' as const,
    updatedOn: at(seconds),
    part,
  })
  expect(oneForEachMember([failed(2, 1), failed(1, 2)])).toMatchObject([{ part: 2 }])
  expect(oneForEachMember([failed(1, 1), failed(1, 2)])).toMatchObject([{ part: 1 }])
})

test('a failed part is shown although another part was delivered before it failed', () => {
  const delivered = { memberId: ANN, status: 'delivered' as const, updatedOn: at(1) }
  const failed = { memberId: ANN, status: 'failed' as const, updatedOn: at(2) }
  expect(oneForEachMember([failed, delivered])).toEqual([failed])
  expect(oneForEachMember([delivered, failed])).toEqual([failed])
})

const pairs: [DeliveryStatus, DeliveryStatus, DeliveryStatus][] = [
  ['delivered', 'delivered', 'delivered'],
  ['delivered', 'sent', 'sent'],
  ['sent', 'queued', 'queued'],
  ['delivered', 'unknown', 'unknown'],
  ['queued', 'unknown', 'unknown'],
  ['delivered', 'failed', 'failed'],
  ['unknown', 'undelivered', 'undelivered'],
]
test.each(pairs)('%s and %s combine to %s', (one, other, both) => {
  for (const statuses of [
    [one, other],
    [other, one],
  ]) {
    const parts = statuses.map((status) => ({ memberId: ANN, status: status ?? one, updatedOn: at(1) }))
    expect(oneForEachMember(parts).map(({ status }) => status)).toEqual([both])
  }
})

const ALL = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed', 'unknown'] as const
const nextOf = (status: DeliveryStatus) => ALL.filter((next) => statusesBefore(next).includes(status))

test('a part that is delivered after all no longer determines the status', () => {
  const parts = (first: DeliveryStatus) =>
    [first, 'queued' as const].map((status) => ({ memberId: ANN, status, updatedOn: at(1) }))
  expect(oneForEachMember(parts('undelivered')).map(({ status }) => status)).toEqual(['undelivered'])
  expect(oneForEachMember(parts('delivered')).map(({ status }) => status)).toEqual(['queued'])
})

test('the combined status moves back only if a receipt overrides a failed delivery', () => {
  const steps = fc.array(fc.record({ part: fc.nat(1), choice: fc.nat(6) }), { maxLength: 12 })
  fc.assert(
    fc.property(steps, (way) => {
      const parts = [0, 1].map(() => ({ memberId: ANN, status: 'queued' as DeliveryStatus, updatedOn: at(0) }))
      let before: DeliveryStatus = 'queued'
      for (const [index, { part, choice }] of way.entries()) {
        const moving = parts[part]
        const possible = moving ? nextOf(moving.status) : []
        const next = possible[choice % possible.length]
        if (!moving || !next) continue
        const isTakenBack = moving.status === 'undelivered' && next === 'delivered'
        Object.assign(moving, { status: next, updatedOn: at(index + 1) })
        const status: DeliveryStatus = oneForEachMember(parts)[0]?.status ?? 'queued'
        // Unknown may become anything, and the second part may become unknown at any time.
        const isUp =
          isTakenBack || status === before || before === 'unknown' || status === 'unknown' || reaches(before, status)
        expect([before, status, isUp]).toEqual([before, status, true])
        before = status
      }
    }),
  )
})

/** In any number of steps, but not through `unknown`. */
function reaches(from: DeliveryStatus, to: DeliveryStatus): boolean {
  return nextOf(from).some((next) => next === to || (next !== 'unknown' && reaches(next, to)))
}
