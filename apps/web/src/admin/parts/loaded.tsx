import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { AdminSkeleton } from './admin-skeleton.tsx'

type Props<Data, Key extends readonly unknown[]> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  children: (data: Data) => ReactNode
}

/** Draws what a query answers; before that its place, or that it failed and how to try again. */
export function Loaded<Data, Key extends readonly unknown[]>({ query, children }: Props<Data, Key>) {
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
