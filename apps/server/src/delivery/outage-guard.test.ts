import type { TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import type { Clock } from '../platform/index.ts'
import { createOutageGuard } from './outage-guard.ts'

const TENANT = 'a' as TenantId
const OTHER = 'b' as TenantId

function startGuard(probe = async () => true) {
  const timers: (() => void)[] = []
  const waits: number[] = []
  const clock: Clock = {
    now: () => new Date(0),
    after(ms, ring) {
      waits.push(ms)
      timers.push(ring)
      return () => void timers.splice(timers.indexOf(ring), 1)
    },
  }
  let ended = 0
  const guard = createOutageGuard({ clock, random: () => 0, probe, ended: () => (ended += 1) })
  return { guard, ring: () => timers.shift()?.(), hasTimer: () => timers.length > 0, waits, ended: () => ended }
}

test('a tenant may send three texts concurrently at first, and one more after every response, up to eight', () => {
  const { guard } = startGuard()
  expect(guard.atOnce(TENANT)).toBe(3)
  for (let answers = 0; answers < 10; answers += 1) guard.note(TENANT, 'accepted')
  expect([guard.atOnce(TENANT), guard.atOnce(OTHER)]).toEqual([8, 3])
  guard.note(TENANT, 'refused')
  expect(guard.atOnce(TENANT)).toBe(8)
})

test('an unknown outcome reduces the limit to one, and responses raise it again', () => {
  const { guard } = startGuard()
  for (let answers = 0; answers < 10; answers += 1) guard.note(TENANT, 'accepted')
  guard.note(TENANT, 'unknown')
  expect([guard.atOnce(TENANT), guard.isPaused(TENANT)]).toEqual([1, false])
  guard.note(TENANT, 'accepted')
  guard.note(TENANT, 'accepted')
  expect(guard.atOnce(TENANT)).toBe(3)
})

test('a busy response halves the limit, and a failed connection leaves it unchanged', () => {
  const { guard } = startGuard()
  for (let answers = 0; answers < 10; answers += 1) guard.note(TENANT, 'accepted')
  guard.note(TENANT, 'busy')
  expect(guard.atOnce(TENANT)).toBe(4)
  guard.note(TENANT, 'unreachable')
  expect(guard.atOnce(TENANT)).toBe(4)
  for (let times = 0; times < 5; times += 1) guard.note(TENANT, 'busy')
  expect(guard.atOnce(TENANT)).toBe(1)
})

test('three unknown outcomes in a row pause only that tenant, which resumes with a limit of one', async () => {
  const { guard, ring, ended } = startGuard()
  for (let times = 0; times < 3; times += 1) guard.note(TENANT, 'unknown')
  expect([guard.paused(), guard.isPaused(OTHER)]).toEqual([[TENANT], false])
  ring()
  await expect.poll(ended).toBe(1)
  expect([guard.paused(), guard.atOnce(TENANT)]).toEqual([[], 1])
  guard.note(TENANT, 'unknown')
  expect(guard.isPaused(TENANT)).toBe(true)
})

test.each(['accepted', 'refused', 'busy'] as const)(
  'a response (%s) resets the count of unknown outcomes',
  (answer) => {
    const { guard } = startGuard()
    for (const outcome of ['unknown', 'unknown', answer, 'unknown', 'unknown'] as const) guard.note(TENANT, outcome)
    expect(guard.isPaused(TENANT)).toBe(false)
    guard.note(TENANT, 'unknown')
    expect(guard.isPaused(TENANT)).toBe(true)
  },
)

test('a failed connection neither counts as unknown nor resets the count', () => {
  const { guard } = startGuard()
  for (let times = 0; times < 5; times += 1) guard.note(TENANT, 'unreachable')
  for (const outcome of ['unknown', 'unknown', 'unreachable'] as const) guard.note(TENANT, outcome)
  expect(guard.isPaused(TENANT)).toBe(false)
  guard.note(TENANT, 'unknown')
  expect(guard.isPaused(TENANT)).toBe(true)
})

test('one unknown outcome after a pause pauses again, even after a response during the pause', async () => {
  const { guard, ring, ended } = startGuard()
  for (const outcome of ['unknown', 'unknown', 'unknown', 'accepted'] as const) guard.note(TENANT, outcome)
  ring()
  await expect.poll(ended).toBe(1)
  guard.note(TENANT, 'unknown')
  expect(guard.isPaused(TENANT)).toBe(true)
})

test('a pause lasts until a probe succeeds, with growing delays between probes', async () => {
  const probes = [false, false, true]
  const { guard, ring, waits, ended } = startGuard(async () => probes.shift() ?? true)
  for (let times = 0; times < 3; times += 1) guard.note(TENANT, 'unknown')
  for (let times = 1; times <= 2; times += 1) {
    ring()
    await expect.poll(() => waits.length).toBe(times + 1)
    expect(guard.isPaused(TENANT)).toBe(true)
  }
  ring()
  await expect.poll(ended).toBe(1)
  expect(guard.isPaused(TENANT)).toBe(false)
  guard.note(TENANT, 'unknown')
  expect(waits).toEqual([500, 1_000, 2_000, 500])
})

test('more unknown outcomes during a pause start no other probe', () => {
  const { guard, waits } = startGuard()
  for (let times = 0; times < 8; times += 1) guard.note(TENANT, 'unknown')
  expect(waits).toHaveLength(1)
})

test('nothing is probed or resumed after a stop, not even if a probe succeeds then', async () => {
  const probe = Promise.withResolvers<boolean>()
  const { guard, ring, hasTimer, ended } = startGuard(() => probe.promise)
  for (const tenantId of [TENANT, OTHER]) {
    for (let times = 0; times < 3; times += 1) guard.note(tenantId, 'unknown')
  }
  ring()
  guard.stop()
  probe.resolve(true)
  await probe.promise
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect([ended(), hasTimer()]).toEqual([0, false])
})
