import { isolated } from '../../platform/isolated.ts'

export const HOURS_TEXTS = {
  title: 'Opening hours',
  about: 'When someone is there to answer. Each line can have its own hours instead.',
  open: 'Open',
  always: 'Always',
  atTimes: 'At these times',
  asOrganization: 'Same as the organization',
  summary: { always: 'Always open', never: 'Always closed' },
  closed: 'Closed',
  holidays: 'Holidays',
  holidaysHint: 'On these days, the line is closed or has other hours.',
  organizationHolidays: 'Use the organization’s holidays',
  noHolidays: 'No holidays yet.',
  addHoliday: 'Add holiday',
  removeHoliday: (name: string) => `Remove ${name === '' ? 'this holiday' : isolated(name)}`,
  holiday: (index: number) => `Holiday ${index}`,
  holidayName: 'Name',
  firstDay: 'First day',
  lastDay: 'Last day',
  openOnHoliday: 'Open at other times',
  toReplies: 'Away replies, and hours of a line',

  lineTitle: 'Hours and replies',
  replies: 'Automatic replies',
  toOrganization: 'Opening hours of the organization',
  repliesHint:
    'A contact gets at most one in 12 hours. Machines, short codes, and people who opted out get none. If it can’t be sent within 5 minutes, it is dropped.',
  away: 'Reply outside of opening hours',
  awayText: 'Away reply',
  awayExample: 'Thank you for your message. We are closed right now and will answer when we open again.',
  greeting: 'Greet people who text for the first time',
  greetingText: 'Greeting',
  greetingExample: 'Thank you for texting us. We will answer soon.',
  preview: 'What contacts will see',
  bothPreview: 'Outside of opening hours, a first text gets both in one message.',
  neverClosed: 'This line is always open, so the away reply is never sent.',
  length: (characters: number, segments: number | null) =>
    `${characters} ${characters === 1 ? 'character' : 'characters'}${
      segments === null ? '' : `, ${segments === 1 ? '1 text' : `${segments} texts`}`
    }`,
} as const
