import { Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { LIST_TEXTS } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'

const ROWS = ['42%', '36%', '48%', '30%', '44%', '38%']

/** Rows while the contacts are loading. */
export function GridSkeleton() {
  const styles = useListStyles()
  return (
    <div aria-busy="true">
      <VisuallyHidden>{LIST_TEXTS.loading}</VisuallyHidden>
      {ROWS.map((width) => (
        <div key={width} className={styles.loading}>
          <Skeleton width={width} height="20px" />
        </div>
      ))}
    </div>
  )
}
