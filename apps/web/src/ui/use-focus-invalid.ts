import { useEffect, useRef } from 'react'

/** Moves the focus to the first invalid field inside the element after a submit. */
export function useFocusInvalid<Element extends HTMLElement>(submitCount: number) {
  const place = useRef<Element>(null)
  useEffect(() => {
    if (submitCount > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  return place
}
