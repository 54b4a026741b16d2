import type { Evidence } from '../evidence/evidence.ts'

type Page<Name extends 'sends' | 'clicks' | 'phoneTexts'> = Evidence[Name][number][]

/** What was asked of the server, written down as it happens. */
export type Diary = {
  readonly sends: Page<'sends'>
  readonly clicks: Page<'clicks'>
  readonly phoneTexts: Page<'phoneTexts'>
}

export function createDiary(): Diary {
  return { sends: [], clicks: [], phoneTexts: [] }
}
