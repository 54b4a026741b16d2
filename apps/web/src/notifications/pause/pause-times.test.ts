import { expect, it } from 'vitest'
import { createTimes } from '../../platform/times.ts'
import { inAnHour, tomorrowMorning } from './pause-times.ts'

const at = (instant: string) => createTimes({ now: () => Date.parse(instant), timeZone: 'America/New_York' })

it('pauses for an hour to the second', () => {
  expect(inAnHour(at('2026-11-20T23:30:15.000Z'))).toBe('2026-11-21T00:30:15.000Z')
})

it('pauses until 8:00 of the person’s next day, also over a clock change', () => {
  expect(tomorrowMorning(at('2026-11-21T03:00:00.000Z'))).toBe('2026-11-21T13:00:00.000Z')
  expect(tomorrowMorning(at('2026-10-31T16:00:00.000Z'))).toBe('2026-11-01T13:00:00.000Z')
})
