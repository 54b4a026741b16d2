import { openerOf } from './opener.ts'
import type { Opener } from './opener.ts'

/** How the path last changed: from a control of the app, by a redirect, or by Back and Forward. */
export type PageChange = Opener | 'redirect' | 'history'

let last: PageChange = 'history'

/** Call once for each new path. */
export function takePageChange(): PageChange {
  const change = last
  last = 'history'
  return change
}

/** Call when the app starts to navigate. The address changes in the returned function, which may wait for a layer. */
export function notePageChange({ replace }: { replace: boolean }): (navigate: () => void) => void {
  const opener = openerOf(document.activeElement)
  return (navigate) => {
    const before = location.pathname
    last = replace ? 'redirect' : opener
    navigate()
    // Only the query changed.
    if (location.pathname === before) last = 'history'
  }
}
