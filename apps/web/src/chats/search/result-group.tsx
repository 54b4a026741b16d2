import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useResultsStyles } from './search-results.styles.ts'
import { SEARCH_TEXTS } from './search-texts.ts'

const useStyles = makeStyles({
  group: { marginBottom: tokens.spacingVerticalM },
  note: {
    margin: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
})

type Found = {
  data: unknown
  isError: boolean
  error: Error | null
  hasNextPage: boolean
  refetch: () => Promise<unknown>
}

type Props = { title: string; found: Found; isEmpty: boolean; children: ReactNode }

/** Results of one kind; nothing if there are none, and the error if it is not known. */
export function ResultGroup({ title, found, isEmpty, children }: Props) {
  const styles = { ...useResultsStyles(), ...useStyles() }
  const titleId = useId()
  const isUnanswered = found.isError && !found.data
  if (isEmpty && !found.hasNextPage && !isUnanswered) return null
  return (
    <section aria-labelledby={titleId} className={styles.group}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {isUnanswered ? (
        <p className={styles.note} role="alert">
          {errorText(found.error)}{' '}
          <Button size="small" onClick={() => void found.refetch()}>
            {SEARCH_TEXTS.retry}
          </Button>
        </p>
      ) : (
        children
      )}
    </section>
  )
}
