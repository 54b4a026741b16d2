import type { NumberId, RetentionPreview as Preview } from '@partyline/contract'
import { keepDays, PACE } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { retentionPreviewQuery } from './retention-queries.ts'
import { RETENTION_PAGE_TEXTS as TEXTS } from './retention-texts.ts'

export const hasFound = ({ texts, notes }: Preview) => texts + notes > 0
export const isEmpty = (preview: Preview) => preview.isComplete && !hasFound(preview)

type Props = { numberId: NumberId; days: number }

/** Shows what a line would delete now if it kept texts for this many days. Updates as the person types. */
export function RetentionPreview({ numberId, days: typed }: Props) {
  const styles = useAdminStyles()
  const times = useTimes()
  const days = useDebounced(typed, PACE.searchDebounceMs)
  const isValid = keepDays.safeParse(typed).success
  const isSettled = days === typed
  const { data, isError, refetch } = useQuery({
    ...retentionPreviewQuery(useApi(), numberId, days),
    enabled: isValid && isSettled,
  })
  const preview = isSettled ? data : undefined

  function words(): string {
    if (!isValid) return TEXTS.noDays
    if (preview && isEmpty(preview)) return TEXTS.nothing(days)
    if (preview && hasFound(preview)) return TEXTS.found(preview, times.longDate)
    return isSettled && (isError || preview) ? TEXTS.failed : TEXTS.counting
  }
  return (
    <section className={styles.part} aria-label={TEXTS.previewTitle}>
      <h3 className={styles.partTitle}>{TEXTS.previewTitle}</h3>
      <output>
        {words()}
        {isValid && preview && preview.chatsOnHold > 0 && ` ${TEXTS.onHold(preview.chatsOnHold)}`}
      </output>
      {isValid && isSettled && isError && (
        <Button className={styles.way} onClick={() => void refetch()}>
          {ADMIN_TEXTS.retry}
        </Button>
      )}
    </section>
  )
}
