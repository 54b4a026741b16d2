import { useQuery } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState, Skeleton, VisuallyHidden } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'

type Props<Data, Key extends QueryKey> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  children: (data: Data) => ReactNode
}

/** Renders the data of a query, a placeholder while it loads, or an error with a retry button. */
export function Loaded<Data, Key extends QueryKey>({ query, children }: Props<Data, Key>) {
  const { data, isError, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (!isError) return <AdminSkeleton />
  return (
    <EmptyState
      title={ADMIN_TEXTS.failedTitle}
      action={{ label: ADMIN_TEXTS.retry, onClick: () => void refetch(), primary: true }}
    />
  )
}

/** A placeholder while loading. */
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

/** Shown if a search or filter has no results. */
export function NoMatch() {
  return <EmptyState title={ADMIN_TEXTS.noMatchTitle} text={ADMIN_TEXTS.noMatchText} />
}
