import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** Below 700 px, one pane is shown at a time; below 1000 px, the right pane covers the middle one. */
export const ONE_PANE = '(max-width: 699.98px)'
export const TWO_PANES = '(min-width: 700px) and (max-width: 999.98px)'
/** Either of them. Don't mix rules of this query with rules of the others: Griffel chooses their order. */
export const DRAWER = '(max-width: 999.98px)'

/** The width of the list next to one or two other panes. Names get more room if there is some. */
export const LIST_WIDTH = { two: '300px', three: 'clamp(340px, 22vw, 420px)' } as const

export type FrameWidth = 'one' | 'two' | 'three'

/** How many panes are next to each other. */
export function useFrameWidth(): FrameWidth {
  const one = useMediaQuery(ONE_PANE)
  const two = useMediaQuery(TWO_PANES)
  if (one) return 'one'
  return two ? 'two' : 'three'
}

/** Whether a media query matches, updated live. */
function useMediaQuery(query: string): boolean {
  // Created once, because it is read on every render.
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
