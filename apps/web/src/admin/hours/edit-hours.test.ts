import { expect, it } from 'vitest'
import { USUAL_WEEK } from '../../ui/index.ts'
import { hoursSummary, inOrder, newHoliday } from './edit-hours.ts'

it('sums up a week', () => {
  expect(hoursSummary({ week: USUAL_WEEK })).toMatch(/^Mon–Fri 0?8:00(\sAM)?–(5:00\sPM|17:00)$/)
  expect(hoursSummary({ week: null })).toBe('Always open')
})

it('sorts holidays, and leaves the organization’s alone', () => {
  const holidays = [newHoliday('2026-12-25'), newHoliday('2026-11-26')]
  const hours = { timeZone: 'UTC', week: null, holidays }
  expect(inOrder(hours).holidays.map(({ firstDay }) => firstDay)).toEqual(['2026-11-26', '2026-12-25'])
  expect(inOrder({ ...hours, holidays: null }).holidays).toBeNull()
})
