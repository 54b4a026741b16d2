import { useMediaQuery } from './media-query.ts'

/** Below 700 px one pane is shown at a time; below 1000 px the right pane lies over the middle one. */
export const ONE_PANE = '(max-width: 699.98px)'
export const TWO_PANES = '(min-width: 700px) and (max-width: 999.98px)'
/** Either of them. Where a rule of this stands beside one of theirs, Griffel chooses the order: keep them apart. */
export const DRAWER = '(max-width: 999.98px)'

export type FrameWidth = 'one' | 'two' | 'three'

/** How many panes stand beside each other. */
export function useFrameWidth(): FrameWidth {
  const one = useMediaQuery(ONE_PANE)
  const two = useMediaQuery(TWO_PANES)
  if (one) return 'one'
  return two ? 'two' : 'three'
}
