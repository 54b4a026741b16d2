import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { createMovingClock } from './moving-clock.ts'
import { countRoundTrips } from './round-trips.ts'
import { endSharedApp } from './shared-harness.ts'

const MINUTE = 60
const SECOND_MS = 1_000

const clock = createMovingClock()
const counted = countRoundTrips()
let harness: Harness
beforeAll(async () => {
  await endSharedApp()
  harness = await startHarness({ clock })
  await openClinic(harness)
})
afterAll(async () => {
  await harness.close()
  counted.restore()
})

/** Waits until no statement is running and none follows. */
async function quiet() {
  for (let before = -1; before !== counted.count() || counted.underWay() > 0; await wait(20)) before = counted.count()
}

test('an idle server sends at most one statement per second to the database', async () => {
  await quiet()
  const start = clock.now()
  counted.take()
  for (let second = 0; second < MINUTE; second += 1) {
    clock.pass(SECOND_MS)
    await quiet()
  }
  // The clock goes on by itself, too.
  const seconds = (clock.now().getTime() - start.getTime()) / SECOND_MS
  expect(counted.take().length).toBeLessThanOrEqual(seconds)
})
