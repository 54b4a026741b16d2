import { useEffect, useRef } from 'react'
import { usePath } from '../platform/navigation.tsx'
import type { Opener } from '../platform/opener.ts'
import { takePageChange } from '../platform/page-change.ts'

/** A page that was left for another one; `opener` is null if Forward opened that. */
type LeftPage = { path: string; opener: Opener | null }

/** The tabs of the administration are one page. */
const areaOf = (path: string) => path.split('/')[1]

/** Moves the focus with the pages: to the heading of a page that opens, and back to its opener on return. */
export function PageFocus() {
  const path = usePath()
  const shown = useRef(path)
  const left = useRef<readonly LeftPage[]>([])
  useEffect(() => {
    const before = shown.current
    shown.current = path
    const change = takePageChange()
    if (before === path || change === 'redirect') return undefined
    const opener = change === 'history' ? null : change
    // A link that is still shown, as in the top bar, opens a page rather than return to it.
    const back = opener?.isShown() ? -1 : left.current.findLastIndex((page) => page.path === path)
    const from = back < 0 ? null : (left.current[back]?.opener ?? null)
    left.current = back < 0 ? [...left.current, { path: before, opener }] : left.current.slice(0, back)
    if (areaOf(before) === areaOf(path) && opener?.isShown()) return undefined
    return whenDrawn(() => focusPage(from))
  }, [path])
  return null
}

/** Retries until it returns true, because a page is loaded on first use. */
function whenDrawn(tryToFocus: () => boolean): () => void {
  const observer = new MutationObserver(run)
  function run() {
    if (tryToFocus()) observer.disconnect()
  }
  // A menu that closes gives the focus to its button first.
  const frame = requestAnimationFrame(() => {
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['style'] })
    run()
  })
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
  }
}

/** Returns whether the page is there. A page that has focused something of its own, such as a new chat, keeps it. */
function focusPage(opener: Opener | null): boolean {
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')].find((each) => each.checkVisibility())
  if (!heading) return false
  const hasFocus = document.activeElement?.closest('main, [role="dialog"]')?.checkVisibility() === true
  if (hasFocus) return true
  const target = opener?.find() ?? heading
  if (target === heading) heading.tabIndex = -1
  target.focus()
  return true
}
