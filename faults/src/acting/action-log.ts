import type { Evidence } from '../evidence/evidence.ts'

type Page<Name extends 'sends' | 'clicks' | 'phoneTexts'> = Evidence[Name][number][]

/** A record of all requests to the server. */
export type ActionLog = {
  readonly sends: Page<'sends'>
  readonly clicks: Page<'clicks'>
  readonly phoneTexts: Page<'phoneTexts'>
}

export function createActionLog(): ActionLog {
  return { sends: [], clicks: [], phoneTexts: [] }
}
