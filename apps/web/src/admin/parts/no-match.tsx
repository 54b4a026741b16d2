import { EmptyState } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'

/** Shown if a search or filter has no results. */
export function NoMatch() {
  return <EmptyState title={ADMIN_TEXTS.noMatchTitle} text={ADMIN_TEXTS.noMatchText} />
}
