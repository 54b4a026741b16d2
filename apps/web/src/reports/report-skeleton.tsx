import { mergeClasses } from '@fluentui/react-components'
import { Skeleton, VisuallyHidden } from '../ui/index.ts'
import { PAGE_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'

/** Placeholders of the size of the tiles and of the first plot. */
export function ReportSkeleton() {
  const styles = useReportStyles()
  return (
    <div className={styles.parts} aria-busy="true">
      <VisuallyHidden>{TEXTS.loading}</VisuallyHidden>
      {[4, 5].map((count) => (
        <div key={count}>
          <Skeleton className={styles.groupSkeleton} width="180px" height="16px" />
          <div className={mergeClasses(styles.tiles, count === 5 && styles.smallTiles)}>
            {Array.from({ length: count }, (_, at) => (
              <Skeleton key={at} width="100%" height={count === 4 ? '154px' : '94px'} />
            ))}
          </div>
        </div>
      ))}
      <Skeleton width="100%" height="340px" />
    </div>
  )
}
