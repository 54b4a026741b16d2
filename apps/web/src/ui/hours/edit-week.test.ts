import { expect, it } from 'vitest'
import { USUAL_WEEK, withCopied, withTimesAdded } from './edit-week.ts'

it('adds an hour behind the last one, at most up to midnight', () => {
  expect(withTimesAdded([])).toEqual([{ from: '08:00', to: '17:00' }])
  expect(withTimesAdded([{ from: '08:00', to: '12:30' }]).at(-1)).toEqual({ from: '12:30', to: '13:00' })
  expect(withTimesAdded([{ from: '08:00', to: '23:30' }]).at(-1)).toEqual({ from: '23:30', to: '24:00' })
})

it('copies hours to open days only', () => {
  const times = [{ from: '09:00', to: '10:00' }]
  const week = withCopied({ ...USUAL_WEEK, monday: times }, 'monday')
  expect(week).toMatchObject({ monday: times, friday: times, saturday: [], sunday: [] })
})
