import { Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'

/** Holds the place of what is on its way. */
export function AdminSkeleton() {
  const styles = useAdminStyles()
  return (
    <div className={styles.stack} aria-busy="true">
      <VisuallyHidden>{ADMIN_TEXTS.loading}</VisuallyHidden>
      <Skeleton width="40%" height="20px" />
      <Skeleton width="100%" height="36px" />
      <Skeleton width="100%" height="36px" />
    </div>
  )
}
