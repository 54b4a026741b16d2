import type { TenantId } from '@partyline/contract'
import { expect, test } from 'vitest'
import type { Clock } from '../../../platform/index.ts'
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
      return () => {}
    },
  }
  let ended = 0
  const guard = createOutageGuard({ clock, random: () => 0, probe, ended: () => (ended += 1) })
  return { guard, ring: () => timers.shift()?.(), waits, ended: () => ended }
}

test('an account begins with three sends at once, and gets more with every answer, up to eight', () => {
  const { guard } = startGuard()
  expect(guard.atOnce(TENANT)).toBe(3)
  for (let answers = 0; answers < 10; answers += 1) guard.note(TENANT, 'accepted')
  expect([guard.atOnce(TENANT), guard.atOnce(OTHER)]).toEqual([8, 3])
  guard.note(TENANT, 'refused')
  expect(guard.atOnce(TENANT)).toBe(8)
})

test('the first answer that does not come leaves one at once, and answers bring the others back', () => {
  const { guard } = startGuard()
  for (let answers = 0; answers < 10; answers += 1) guard.note(TENANT, 'accepted')
  guard.note(TENANT, 'unknown')
  expect([guard.atOnce(TENANT), guard.isPaused(TENANT)]).toEqual([1, false])
  guard.note(TENANT, 'accepted')
  guard.note(TENANT, 'accepted')
  expect(guard.atOnce(TENANT)).toBe(3)
})

test('too many requests halve it, and a connection that was not made says nothing', () => {
  const { guard } = startGuard()
  for (let answers = 0; answers < 10; answers += 1) guard.note(TENANT, 'accepted')
  guard.note(TENANT, 'busy')
  expect(guard.atOnce(TENANT)).toBe(4)
  guard.note(TENANT, 'unreachable')
  expect(guard.atOnce(TENANT)).toBe(4)
  for (let times = 0; times < 5; times += 1) guard.note(TENANT, 'busy')
  expect(guard.atOnce(TENANT)).toBe(1)
})

test('three in a row pause the tenant alone, and after the pause it goes on one by one', async () => {
  const { guard, ring, ended } = startGuard()
  for (let times = 0; times < 3; times += 1) guard.note(TENANT, 'unknown')
  expect([guard.paused(), guard.isPaused(OTHER)]).toEqual([[TENANT], false])
  ring()
  await expect.poll(ended).toBe(1)
  expect([guard.paused(), guard.atOnce(TENANT)]).toEqual([[], 1])
  guard.note(TENANT, 'unknown')
  expect(guard.isPaused(TENANT)).toBe(true)
})

test.each(['accepted', 'refused', 'busy'] as const)('an answer (%s) begins the count of three anew', (answer) => {
  const { guard } = startGuard()
  for (const outcome of ['unknown', 'unknown', answer, 'unknown', 'unknown'] as const) guard.note(TENANT, outcome)
  expect(guard.isPaused(TENANT)).toBe(false)
  guard.note(TENANT, 'unknown')
  expect(guard.isPaused(TENANT)).toBe(true)
})

test('a connection that was not made neither counts as unknown nor begins the count anew', () => {
  const { guard } = startGuard()
  for (let times = 0; times < 5; times += 1) guard.note(TENANT, 'unreachable')
  for (const outcome of ['unknown', 'unknown', 'unreachable'] as const) guard.note(TENANT, outcome)
  expect(guard.isPaused(TENANT)).toBe(false)
  guard.note(TENANT, 'unknown')
  expect(guard.isPaused(TENANT)).toBe(true)
})

test('after a pause one unknown send pauses again, even if another one was answered during the pause', async () => {
  const { guard, ring, ended } = startGuard()
  for (const outcome of ['unknown', 'unknown', 'unknown', 'accepted'] as const) guard.note(TENANT, outcome)
  ring()
  await expect.poll(ended).toBe(1)
  guard.note(TENANT, 'unknown')
  expect(guard.isPaused(TENANT)).toBe(true)
})

test('a pause lasts until a probe is answered, with growing waits between probes', async () => {
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
