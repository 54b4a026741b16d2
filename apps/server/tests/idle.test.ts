import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openClinic } from './clinic.ts'
import { startHarness } from './harness.ts'
import type { Harness } from './harness.ts'
import { isPoll } from './idle-polls.ts'
import { createMovingClock } from './moving-clock.ts'
import { countRoundTrips } from './round-trips.ts'
import type { RoundTrips } from './round-trips.ts'

const MINUTE = 60
const SECOND_MS = 1_000

const clock = createMovingClock()
let counted: RoundTrips
let harness: Harness
beforeAll(async () => {
  counted = await countRoundTrips()
  harness = await startHarness({ clock, throughProxy: counted.through })
  await openClinic(harness)
})
afterAll(async () => {
  await harness.close()
  await counted.close()
})

/** Waits until no statement is running and none follows. */
async function quiet() {
  for (let before = -1; before !== counted.count() || counted.underWay() > 0; await wait(20)) before = counted.count()
}

test.runIf(process.env['DATABASE_URL'])(
  'an idle server sends at most one statement per second to the database, all of them known polls',
  async () => {
    await quiet()
    const start = clock.now()
    counted.take()
    for (let second = 0; second < MINUTE; second += 1) {
      clock.pass(SECOND_MS)
      await quiet()
    }
    // The clock goes on by itself, too.
    const seconds = (clock.now().getTime() - start.getTime()) / SECOND_MS
    const polls = counted.take()
    expect(polls.length).toBeGreaterThan(0)
    expect(polls.length).toBeLessThanOrEqual(seconds)
    expect(polls.filter((roundTrip) => !isPoll(roundTrip))).toEqual([])
  },
)
