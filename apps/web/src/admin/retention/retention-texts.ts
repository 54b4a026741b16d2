import { RETENTION } from '@partyline/contract'
import type { RetentionPreview } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

const inWords = (count: number) => count.toLocaleString('en-US')

/** `1,204 texts`, `1 note`. */
const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${inWords(count)} ${one}s`)

/** `1,204 texts and 3 notes in 88 chats, the oldest from March 3, 2024`. With `at least` if not all was counted. */
function what(
  { texts, notes, chats, oldest, isComplete }: RetentionPreview,
  longDate: (instant: string) => string,
): string {
  const found = [...(texts > 0 ? [counted(texts, 'text')] : []), ...(notes > 0 ? [counted(notes, 'note')] : [])]
  // The oldest one may not have been found.
  if (!isComplete) return `at least ${found.join(' and ')} in ${counted(chats, 'chat')}`
  const since = oldest === null ? '' : `, the oldest from ${longDate(oldest)}`
  return `${found.join(' and ')} in ${counted(chats, 'chat')}${since}`
}

export const RETENTION_PAGE_TEXTS = {
  fact: 'Keeps texts',
  edit: 'Keep texts…',
  title: 'Keep texts',
  about: (line: string) => `How long ${isolated(line)} keeps texts, files, and notes:`,
  choice: 'Keep texts',
  forever: 'Forever',
  days: 'For a number of days',
  daysField: 'Days',
  forDays: (days: number) => `For ${inWords(days)} days`,
  from: (period: string, moment: string) => `${period}; deletion begins ${moment}`,

  previewTitle: 'What would be deleted now',
  noDays: `Enter a whole number of days from ${RETENTION.minDays} to ${RETENTION.maxDays.toLocaleString('en')} to see it.`,
  counting: 'Counting…',
  nothing: (days: number) => `Nothing is older than ${inWords(days)} days yet.`,
  found: (preview: RetentionPreview, longDate: (instant: string) => string) => {
    const words = what(preview, longDate)
    return `${words[0]?.toUpperCase()}${words.slice(1)}.`
  },
  onHold: (chats: number) =>
    chats === 1 ? '1 chat on legal hold keeps its texts.' : `${counted(chats, 'chat')} on legal hold keep their texts.`,
  failed: 'It couldn’t be counted.',
  stays: 'Contacts, opt-outs, consent, and reports stay, and so does everything in chats on legal hold.',
  grace: `Nothing is deleted in the first ${RETENTION.graceHours} hours after a change. What is deleted then can’t be restored.`,

  questionTitle: 'Delete old texts?',
  question: (preview: RetentionPreview, longDate: (instant: string) => string) =>
    `In ${RETENTION.graceHours} hours, Partyline begins to delete what is too old: ${what(preview, longDate)}.`,
  questionUncounted: (days: number) =>
    `In ${RETENTION.graceHours} hours, Partyline begins to delete texts and notes that are older than ${inWords(days)} days. They couldn’t be counted.`,
  questionFooter: 'You can change the period until then. What is deleted can’t be restored.',
  confirm: 'Save and delete',
} as const
