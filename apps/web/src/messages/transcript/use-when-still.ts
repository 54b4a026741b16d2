import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Calls `run` once the scroller has kept its position and height for a frame: during a jump, messages pass by too fast to be
 * read, and unmeasured ones move. Each call of the returned function restarts the wait.
 */
export function useWhenStill(scroller: RefObject<HTMLElement | null>, run: () => void): () => void {
  const latest = useRef(run)
  const frame = useRef(0)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  const place = () => `${scroller.current?.scrollTop} ${scroller.current?.scrollHeight}`

  function wait(before: string | null) {
    frame.current = requestAnimationFrame(() => {
      const now = place()
      if (now === before) latest.current()
      else wait(now)
    })
  }

  return () => {
    cancelAnimationFrame(frame.current)
    wait(null)
  }
}
