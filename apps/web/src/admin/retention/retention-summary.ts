import type { AccountNumber } from '@partyline/contract'
import type { Times } from '../../platform/times.ts'
import { RETENTION_PAGE_TEXTS as TEXTS } from './retention-texts.ts'

/** How long a line keeps texts, in short. */
export function retentionSummary(
  { keepDays, deletesFrom }: Pick<AccountNumber, 'keepDays' | 'deletesFrom'>,
  { now, until }: Pick<Times, 'now' | 'until'>,
): string {
  if (keepDays === null) return TEXTS.forever
  const period = TEXTS.forDays(keepDays)
  return deletesFrom !== null && Date.parse(deletesFrom) > now() ? TEXTS.from(period, until(deletesFrom)) : period
}
