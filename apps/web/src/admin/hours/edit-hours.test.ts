import { expect, it } from 'vitest'
import { hoursSummary, inOrder, newHoliday, USUAL_WEEK, withCopied, withTimesAdded } from './edit-hours.ts'
import { firstMessage } from './error-at.ts'

it('adds an hour behind the last one, at most up to midnight', () => {
  expect(withTimesAdded([])).toEqual([{ from: '08:00', to: '17:00' }])
  expect(withTimesAdded([{ from: '08:00', to: '12:30' }]).at(-1)).toEqual({ from: '12:30', to: '13:00' })
  expect(withTimesAdded([{ from: '08:00', to: '23:30' }]).at(-1)).toEqual({ from: '23:30', to: '24:00' })
})

it('copies hours to open days only', () => {
  const week = withCopied({ ...USUAL_WEEK, monday: [{ from: '09:00', to: '10:00' }] }, 'monday')
  expect(hoursSummary({ week })).toMatch(/^Mon–Fri 0?9:00(\sAM)?–10:00(\sAM)?$/)
})

it('sorts holidays, and leaves the organization’s alone', () => {
  const holidays = [newHoliday('2026-12-25'), newHoliday('2026-11-26')]
  const hours = { timeZone: 'UTC', week: null, holidays }
  expect(inOrder(hours).holidays.map(({ firstDay }) => firstDay)).toEqual(['2026-11-26', '2026-12-25'])
  expect(inOrder({ ...hours, holidays: null }).holidays).toBeNull()
})

it('finds the first error in a nested value', () => {
  expect(firstMessage({ week: { monday: [undefined, { to: { message: 'Too early.' } }] } })).toBe('Too early.')
  expect(firstMessage({ week: {} })).toBeUndefined()
})
