import { EmptyState } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'

/** Stands where a search or filter leaves nothing. */
export function NoMatch() {
  return <EmptyState title={ADMIN_TEXTS.noMatchTitle} text={ADMIN_TEXTS.noMatchText} />
}
