// The schemas of opening hours. Whether a line is open at a time: opening.ts
import { text, timeZone } from './fields.ts'
import { OPENING_TEXTS } from './opening-texts.ts'
import { WEEKDAYS } from './weekdays.ts'
import { z } from './z.ts'

/** Limits of opening hours. Not in limits.ts, which is in the first load. */
export const HOURS_BOUNDS = {
  intervalsPerDay: 4,
  holidays: 100,
  holidayNameLength: 60,
  /** A greeting and an away reply fit into one message together. */
  replyLength: 700,
} as const

/** A time of day. `24:00` only ends a day. */
const time = z
  .string({ error: OPENING_TEXTS.time })
  // Invalid times have no order.
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, { error: OPENING_TEXTS.time, abort: true })

/** When a day is open, in order. Open past midnight: until `24:00`, and from `00:00` on the next day. */
const openTimes = z
  .array(z.strictObject({ from: time, to: time }).refine(({ from, to }) => from < to, OPENING_TEXTS.order))
  .max(HOURS_BOUNDS.intervalsPerDay)
  .refine((times) => times.every(({ from }, index) => index === 0 || from >= (times[index - 1]?.to ?? '')), {
    error: OPENING_TEXTS.overlap,
  })
export type OpenTimes = z.infer<typeof openTimes>

const week = z.strictObject(Object.fromEntries(WEEKDAYS.map((day) => [day, openTimes])) as WeekShape)
type WeekShape = Record<(typeof WEEKDAYS)[number], typeof openTimes>
export type Week = z.infer<typeof week>

const date = z.iso.date({ error: OPENING_TEXTS.date })

/** One day or several in a row with hours of their own. */
const holiday = z
  .strictObject({
    name: text(OPENING_TEXTS.holidayName, 'Name', HOURS_BOUNDS.holidayNameLength),
    firstDay: date,
    lastDay: date,
    /** Empty: closed. */
    open: openTimes,
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { error: OPENING_TEXTS.days, path: ['lastDay'] })
export type Holiday = z.infer<typeof holiday>

const holidays = z.array(holiday).max(HOURS_BOUNDS.holidays)

/** When the team answers: docs/product.md#opening-hours */
export const openingHours = z.strictObject({
  timeZone,
  /** Null: open around the clock, except on holidays. */
  week: week.nullable(),
  holidays,
})
export type OpeningHours = z.infer<typeof openingHours>

/** When a person is notified of texts: docs/product.md#notifications */
export const workingHours = openingHours.pick({ timeZone: true }).extend({ week })
export type WorkingHours = z.infer<typeof workingHours>

export const lineHours = openingHours.extend({
  /** Null: those of the organization. */
  holidays: holidays.nullable(),
})
export type LineHours = z.infer<typeof lineHours>

/** A text that a line sends automatically. Null: none is sent. */
export const automaticReply = text(OPENING_TEXTS.reply, 'Text', HOURS_BOUNDS.replyLength).nullable()
