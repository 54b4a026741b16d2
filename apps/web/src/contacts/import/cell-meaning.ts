import { foldHeading } from '../../core/contact-files/phone-kinds.ts'

/** Stands for any value where only empty cells are told apart. */
export const FILLED = '*'

/** Words as {@link foldHeading} writes them. */
const OUT = /_(opt(ed)?_?out|unsub[a-z]*|stop(ped)?|(block|black)(ed|_?list(ed)?)|revoked|do_not_.+|dnd|dnc)_/u
const IN = /_(opt(ed)?_?in|subscribed|active|granted|agreed|consent(ed)?)_/u
const NEITHER = /^_(not|never|non|no)_./u
const YES = /^_(true|yes|y|1|x)_$/u
const NO = /^_(false|no|n|0)_$/u

export function isAboutConsent(heading: string): boolean {
  const folded = foldHeading(heading)
  return OUT.test(folded) || IN.test(folded)
}

/** `notOut`: neither opted out, nor agreed. Null: unknown, such as “Manual” below “Reason”. */
export type Meaning = 'out' | 'in' | 'notOut' | null

/** What a cell below a heading says about texts. */
export function meaningOf(heading: string, value: string): Meaning {
  const [head, cell] = [foldHeading(heading), foldHeading(value)]
  if (NEITHER.test(cell)) return 'notOut'
  if (OUT.test(cell)) return 'out'
  if (IN.test(cell)) return 'in'
  const isYes = value === FILLED || YES.test(cell)
  if (OUT.test(head) && !isYes) return value === '' || NO.test(cell) ? 'notOut' : null
  if (OUT.test(head)) return 'out'
  if (!IN.test(head)) return null
  if (NO.test(cell)) return 'out'
  return isYes ? 'in' : null
}
