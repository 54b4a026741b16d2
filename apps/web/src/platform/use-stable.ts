import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function in every render, which calls the latest one: for memoized children, but not while they render. */
export function useStable<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args) => latest.current(...args), [])
}
