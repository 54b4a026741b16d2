import { assert, boolean, constant, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatNotify, chatState } from './chats.ts'
import {
  assigneeRelation,
  awayAt,
  decideNotification,
  NOTICE_KINDS,
  NOTIFICATION_REASONS,
} from './notification-decision.ts'
import type { NotificationQuestion, NotificationReason } from './notification-decision.ts'
import type { WorkingHours } from './opening-hours.ts'
import { WEEKDAYS } from './weekdays.ts'

type Chat = NotificationQuestion['chat']
type Parts = Partial<Omit<NotificationQuestion, 'chat'>> & Partial<Chat>

const hours = (week: Partial<WorkingHours['week']>): WorkingHours => ({
  timeZone: 'America/New_York',
  week: { ...(Object.fromEntries(WEEKDAYS.map((day) => [day, []])) as unknown as WorkingHours['week']), ...week },
})
const DAY = [{ from: '08:00', to: '17:00' }]
const OFFICE = hours({ monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY })

const THERE = { workingHours: null, pausedUntil: null }
/** Wednesday, 10:00 in New York. */
const NOW = new Date('2026-11-25T15:00:00Z')
/** The same day, 22:00. */
const NIGHT = new Date('2026-11-26T03:00:00Z')
const PAUSED = { workingHours: null, pausedUntil: '2026-12-01T00:00:00.000Z' }
const OFF_DUTY = { workingHours: hours({ monday: DAY }), pausedUntil: null }

/** By default a text in an open chat without an assignee, of which the person is a member. */
function question({ kind, choice, person, now, seen, ...chat }: Parts = {}): NotificationQuestion {
  return {
    kind: kind ?? 'text',
    choice: choice ?? 'mine',
    person: person ?? THERE,
    now: now ?? NOW,
    seen: seen ?? null,
    chat: {
      state: 'open',
      notify: 'mine',
      isMember: true,
      isUnclaimed: false,
      assignee: 'nobody',
      answersLine: false,
      ...chat,
    },
  }
}
const reasonOf = (parts: Parts) => decideNotification(question(parts)).reason

const MINE = { assignee: 'me' } as const
const THEIRS = { assignee: 'colleague' } as const
const AWAY = { assignee: 'awayColleague' } as const
const OTHERS = { isMember: false, ...THEIRS } as const
const UNCLAIMED = { isMember: false, isUnclaimed: true } as const

const TABLE: [NotificationReason, string, Parts][] = [
  ['read', 'a text that was read', { seen: 'read' }],
  ['read', 'a mention that was read', { kind: 'mention', seen: 'read' }],
  ['shown', 'a text that a page has shown', { seen: 'shown' }],
  ['shown', 'an assignment that a page has shown', { kind: 'assigned', seen: 'shown' }],
  ['announced', 'the second text of an unclaimed chat', { seen: 'announced' }],
  ['announced', 'one while notifications are off', { seen: 'announced', choice: 'off' }],

  ['off', 'a text', { choice: 'off' }],
  ['off', 'a mention', { kind: 'mention', choice: 'off' }],
  ['paused', 'a text', { person: PAUSED }],
  ['paused', 'a mention', { kind: 'mention', person: PAUSED }],
  ['paused', 'a text in working hours', { person: { ...PAUSED, workingHours: OFFICE } }],

  ['mentioned', 'a mention in any chat', { kind: 'mention', ...OTHERS }],
  ['mentioned', 'a mention out of hours', { kind: 'mention', person: OFF_DUTY }],
  ['mentioned', 'a mention in a muted chat that is done', { kind: 'mention', notify: 'none', state: 'done' }],
  ['assigned', 'an assignment', { kind: 'assigned', ...MINE }],
  ['assigned', 'an assignment out of hours', { kind: 'assigned', ...MINE, person: OFF_DUTY }],
  ['notSent', 'a message that was returned', { kind: 'notSent' }],
  ['notSent', 'one that is late, in a chat that is done', { kind: 'notSent', state: 'done' }],

  ['notOpen', 'a text that leaves a chat done', { state: 'done', notify: 'all', choice: 'all' }],
  ['notOpen', 'a text that leaves a chat snoozed', { state: 'snoozed', ...MINE }],
  ['notOpen', 'the end of a snooze of a chat that is done by now', { kind: 'snoozeEnded', state: 'done' }],
  ['outOfHours', 'a text in the evening', { person: { ...THERE, workingHours: OFFICE }, now: NIGHT }],
  ['outOfHours', 'the end of a snooze', { kind: 'snoozeEnded', person: OFF_DUTY, ...MINE }],
  ['muted', 'a text', { notify: 'none', ...MINE }],
  ['muted', 'a text, with all chats', { notify: 'none', choice: 'all' }],
  ['muted', 'the end of a snooze', { kind: 'snoozeEnded', notify: 'none', ...MINE }],

  ['unclaimed', 'a text in an unclaimed chat', UNCLAIMED],
  ['unclaimed', 'the same, with all chats', { ...UNCLAIMED, choice: 'all' }],
  ['notAMember', 'the end of a snooze of a chat that is unclaimed', { ...UNCLAIMED, kind: 'snoozeEnded' }],
  ['notAMember', 'a text in a chat of others', OTHERS],
  ['notAMember', 'a text for others who answer the line, without an assignee', { isMember: false, answersLine: true }],
  ['notAMember', 'a text for someone who does not answer the line', { ...AWAY, isMember: false }],
  ['notAMember', 'the end of a snooze, with all chats', { ...OTHERS, kind: 'snoozeEnded', choice: 'all' }],
  ['allChats', 'a text in a chat of others', { ...OTHERS, choice: 'all' }],
  ['allChats', 'a text to a colleague in an own chat', { ...THEIRS, choice: 'all' }],

  ['yours', 'a text to me', MINE],
  ['yours', 'the end of my snooze', { kind: 'snoozeEnded', ...MINE }],
  ['everythingInChat', 'a text to a colleague', { ...THEIRS, notify: 'all' }],
  ['everythingInChat', 'the end of a colleague’s snooze', { kind: 'snoozeEnded', ...THEIRS, notify: 'all' }],
  ['unassigned', 'a text without an assignee', {}],
  ['unassigned', 'the end of a snooze without an assignee', { kind: 'snoozeEnded' }],
  ['assigneeAway', 'a text to a colleague who is away', AWAY],
  ['assigneeAway', 'the same, for those who answer the line', { ...AWAY, isMember: false, answersLine: true }],
  ['assignedToColleague', 'a text to a colleague', THEIRS],
  ['assignedToColleague', 'the end of a colleague’s snooze', { kind: 'snoozeEnded', ...THEIRS, choice: 'all' }],
]

test.each(TABLE)('%s: %s', (reason, _what, parts) => {
  expect(decideNotification(question(parts))).toEqual({ told: NOTIFICATION_REASONS[reason], reason })
})

test('the table has every reason of a decision at least twice', () => {
  // One becomes known only afterwards.
  const rare = Object.keys(NOTIFICATION_REASONS).filter(
    (reason) => reason !== 'notDelivered' && TABLE.filter(([expected]) => expected === reason).length < 2,
  )
  expect(rare).toEqual([])
})

/** The order of docs/product.md#notifications */
const ORDER: [NotificationReason, Parts][] = [
  ['read', { seen: 'read' }],
  ['off', { choice: 'off' }],
  ['paused', { person: PAUSED }],
  ['mentioned', { kind: 'mention' }],
  ['notOpen', { state: 'done' }],
  ['outOfHours', { person: OFF_DUTY }],
  ['muted', { notify: 'none' }],
  ['unclaimed', { isUnclaimed: true }],
  ['notAMember', { isMember: false }],
  ['yours', MINE],
  ['everythingInChat', { notify: 'all' }],
  ['unassigned', {}],
]

test.each(
  ORDER.flatMap((first, at) => ORDER.slice(at + 1).map((second) => [first[0], second[0], first, second] as const)),
)('%s counts before %s', (reason, _other, [, first], [, second]) => {
  expect(reasonOf({ ...second, ...first })).toBe(reason)
})

describe('who is away', () => {
  const at = (time: string, workingHours: WorkingHours, pausedUntil: string | null = null) =>
    awayAt({ workingHours, pausedUntil }, new Date(time))
  const until = (time: string) => ({ reason: 'outOfHours', until: new Date(time) })

  test('no one without hours and a pause', () => {
    expect(awayAt(THERE, NOW)).toBeNull()
  })

  test('during a pause, which ends at its end and counts before the hours', () => {
    const pausedUntil = '2026-11-25T15:00:00.000Z'
    expect(at('2026-11-25T14:59:59.999Z', OFFICE, pausedUntil)).toEqual({
      reason: 'paused',
      until: new Date(pausedUntil),
    })
    expect(at(pausedUntil, OFFICE, pausedUntil)).toBeNull()
    expect(at('2026-11-25T23:00:00Z', OFFICE, pausedUntil)).toEqual(until('2026-11-26T13:00:00Z'))
  })

  test('out of hours, until the next ones', () => {
    expect(at('2026-11-25T12:59:59Z', OFFICE)).toEqual(until('2026-11-25T13:00:00Z'))
    expect(at('2026-11-25T13:00:00Z', OFFICE)).toBeNull()
    expect(at('2026-11-25T21:59:59Z', OFFICE)).toBeNull()
    // Friday evening.
    expect(at('2026-11-27T22:00:00Z', OFFICE)).toEqual(until('2026-11-30T13:00:00Z'))
    expect(at('2026-11-27T22:00:00Z', hours({}))).toEqual({ reason: 'outOfHours', until: null })
  })

  test('not at midnight in a night shift', () => {
    const night = hours({ tuesday: [{ from: '22:00', to: '24:00' }], wednesday: [{ from: '00:00', to: '06:00' }] })
    expect(at('2026-11-25T02:59:59Z', night)).toEqual(until('2026-11-25T03:00:00Z'))
    expect(at('2026-11-25T04:59:59Z', night)).toBeNull()
    expect(at('2026-11-25T05:00:00Z', night)).toBeNull()
    expect(at('2026-11-25T11:00:00Z', night)).toEqual(until('2026-12-02T03:00:00Z'))
  })

  test('by the clock of the time zone, which changes', () => {
    const weekend = hours({ saturday: DAY, sunday: DAY })
    // Clocks go back on November 1 and forward on March 14.
    expect(at('2026-10-31T12:30:00Z', weekend)).toBeNull()
    expect(at('2026-11-01T12:30:00Z', weekend)).toEqual(until('2026-11-01T13:00:00Z'))
    expect(at('2027-03-13T12:30:00Z', weekend)).toEqual(until('2027-03-13T13:00:00Z'))
    expect(at('2027-03-14T12:30:00Z', weekend)).toBeNull()
  })
})

describe('what an assignee is to a person', () => {
  const now = new Date('2026-11-25T15:00:00Z')
  const there = { workingHours: null, pausedUntil: null, disabled: false }
  test.each([
    [null, there, 'nobody'],
    ['me', { ...there, pausedUntil: '2026-11-26T00:00:00Z' }, 'me'],
    ['omar', there, 'colleague'],
    ['omar', { ...there, pausedUntil: now.toISOString() }, 'colleague'],
    ['omar', { ...there, pausedUntil: '2026-11-25T15:00:00.001Z' }, 'awayColleague'],
    ['omar', { ...there, workingHours: hours({}) }, 'awayColleague'],
    ['omar', { ...there, disabled: true }, 'awayColleague'],
    // Nothing is known of them yet.
    ['omar', null, 'colleague'],
  ])('assigned to %s, of whom is known: %j', (assignedTo, assignee, relation) => {
    expect(assigneeRelation({ assignedTo, me: 'me', assignee }, now)).toBe(relation)
  })
})

const person = record({
  workingHours: constantFrom(null, OFFICE, hours({})),
  pausedUntil: oneof(constant(null), constantFrom('2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z')),
})
const anyQuestion = record({
  kind: constantFrom(...NOTICE_KINDS),
  choice: constantFrom('off' as const, 'mine' as const, 'all' as const),
  person,
  now: integer({ min: Date.UTC(2026, 10, 20), max: Date.UTC(2026, 11, 10) }).map((at) => new Date(at)),
  seen: constantFrom(null, 'read' as const, 'shown' as const),
  chat: record({
    state: constantFrom(...chatState.options),
    notify: constantFrom(...chatNotify.options),
    isMember: boolean(),
    isUnclaimed: boolean(),
    assignee: constantFrom('me' as const, 'nobody' as const, 'colleague' as const, 'awayColleague' as const),
    answersLine: boolean(),
  }),
})

test('every decision is by its reason', () => {
  assert(
    property(anyQuestion, (asked) => {
      const { told, reason } = decideNotification(asked)
      expect(told).toBe(NOTIFICATION_REASONS[reason])
    }),
  )
})

test('mentions, assignments, and what was not sent are told, unless seen, off, or paused', () => {
  const direct = anyQuestion.filter(({ kind }) => kind === 'mention' || kind === 'assigned' || kind === 'notSent')
  assert(
    property(direct, (asked) => {
      const isPaused = awayAt(asked.person, asked.now)?.reason === 'paused'
      expect(decideNotification(asked).told).toBe(asked.seen === null && asked.choice !== 'off' && !isPaused)
    }),
  )
})

test('what is seen, off, a pause, and a muted chat or one that is not open keep texts silent', () => {
  const chatNews = anyQuestion.filter(({ kind }) => kind === 'text' || kind === 'snoozeEnded')
  assert(
    property(chatNews, (asked) => {
      const { seen, choice, person, now, chat } = asked
      const isSilent = seen !== null || choice === 'off' || awayAt(person, now) !== null
      const isQuiet = chat.state !== 'open' || chat.notify === 'none'
      expect(decideNotification(asked).told && (isSilent || isQuiet)).toBe(false)
    }),
  )
})
