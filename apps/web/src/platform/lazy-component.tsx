import { useQuery } from '@tanstack/react-query'
// oxlint-disable-next-line no-restricted-imports -- the one place that loads the styles too
import { lazy, useState } from 'react'
import type { ComponentType } from 'react'
import type { Chunk } from './chunks.ts'
import { loadLaterStyles } from './later-styles.ts'
import { queryKeys } from './query-keys.ts'

/**
 * Like React's `lazy`, but renders synchronously if the chunk is loaded. React would show the fallback first, and keep
 * back what follows a fallback for 300 ms.
 */
export function lazyComponent<Props extends object>(load: Chunk<ComponentType<Props>>): ComponentType<Props> {
  const Awaited = lazy(async () => ({ default: await load() }))
  return function LazyComponent(props: Props) {
    // An instance never switches between the two, so that it keeps its state.
    const [Component] = useState<ComponentType<Props>>(() => load.loaded() ?? Awaited)
    return <Component {...props} />
  }
}

/** Like React's `lazy`, for components whose chunks are not preloaded, because few people need them. */
export function lazyWithStyles<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadLaterStyles()])
    return { default: component }
  })
}

/** A chunk, and the state of loading it. After a failure, the next component that mounts tries again. */
export function useChunk<Content>(name: string, load: Chunk<Content>, { enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: queryKeys.chunk(name),
    queryFn: load,
    initialData: load.loaded,
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnWindowFocus: false,
    // Components can't be compared.
    structuralSharing: false,
  })
}
