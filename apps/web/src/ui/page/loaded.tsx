import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../empty-state.tsx'
import { Skeleton } from '../skeleton.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { PAGE_TEXTS } from './page-texts.ts'

const useStyles = makeStyles({
  skeleton: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
})

type Props<Data, Key extends QueryKey> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  children: (data: Data) => ReactNode
}

/** Renders the data of a query, a placeholder while it loads, or an error with a retry button. */
export function Loaded<Data, Key extends QueryKey>({ query, children }: Props<Data, Key>) {
  const { data, isError, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (!isError) return <PageSkeleton />
  return (
    <EmptyState
      title={PAGE_TEXTS.failedTitle}
      action={{ label: PAGE_TEXTS.retry, onClick: () => void refetch(), primary: true }}
    />
  )
}

/** A placeholder while loading. */
export function PageSkeleton() {
  const styles = useStyles()
  return (
    <div className={styles.skeleton} aria-busy="true">
      <VisuallyHidden>{PAGE_TEXTS.loading}</VisuallyHidden>
      <Skeleton width="40%" height="20px" />
      <Skeleton width="100%" height="36px" />
      <Skeleton width="100%" height="36px" />
    </div>
  )
}
