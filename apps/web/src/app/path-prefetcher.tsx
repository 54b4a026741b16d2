import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminPages } from '../platform/admin-pages.ts'
import { usePath } from '../platform/navigation.tsx'
import { useApi } from '../platform/platform-context.tsx'
import { meQuery } from '../users/index.ts'

/** Prefetches a screen's data on the first visit to its path. Its key must be the signed-in person. */
export function PathPrefetcher() {
  const path = usePath()
  const api = useApi()
  const client = useQueryClient()
  const [prefetch] = useState(() => {
    const me = () => void client.prefetchQuery(meQuery(api))
    return createPathPrefetches({
      '/': me,
      ...Object.fromEntries(adminPages.map(([, { path }]) => [path, me])),
      '/connection': me,
      '/contacts': me,
      '/notifications': me,
      '/reports': me,
    })
  })
  useEffect(() => prefetch(path), [prefetch, path])
  return null
}

/** Runs a path's prefetch on the first visit, regardless of case. */
export function createPathPrefetches(prefetches: Readonly<Record<string, () => void>>) {
  const done = new Set<string>()
  return (path: string) => {
    const key = path.toLowerCase()
    if (done.has(key)) return
    done.add(key)
    prefetches[key]?.()
  }
}
