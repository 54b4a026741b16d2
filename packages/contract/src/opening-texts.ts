// Not in texts.ts, which is a part of the web app's first load.

/** Texts about opening hours and automatic replies. */
export const OPENING_TEXTS = {
  time: 'Enter a time, such as 08:00 or 17:30.',
  order:
    'The end should be later than the beginning. For hours past midnight, end at 24:00 and start the next day at 00:00.',
  overlap: 'The times of a day should be in order and not overlap.',
  date: 'Enter a date.',
  days: 'The last day should not be before the first.',
  holidayName: 'Name the holiday.',
  reply: 'Write the text, or turn the reply off.',
} as const
