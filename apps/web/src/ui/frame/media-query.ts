import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches, followed live. */
export function useMediaQuery(query: string): boolean {
  // Made once: it is looked at with every drawing.
  const media = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media.matches)
}
