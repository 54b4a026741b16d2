import { useEffect, useEffectEvent, useRef } from 'react'
import { askToDiscard } from '../../ui/index.ts'

/** The state of a form's changes: none, unsaved, or being saved. */
type Edits = 'none' | 'unsaved' | 'saving'

/** A form that may have unsaved changes, and the actions that would close it. */
export type EditedForm = {
  onEdits: (edits: Edits) => void
  /** Asks first if there are changes. If they are being saved, waits for that, and stays if it fails. */
  leave: (next: () => void) => void
}

export function useEditedForm(): EditedForm {
  const edits = useRef<Edits>('none')
  const afterSaving = useRef<(() => void) | null>(null)
  return {
    onEdits(now) {
      const next = afterSaving.current
      edits.current = now
      afterSaving.current = null
      if (now === 'none') next?.()
    },
    leave(next) {
      if (edits.current === 'unsaved') askToDiscard(next)
      else if (edits.current === 'saving') afterSaving.current = next
      else next()
    },
  }
}

/** Closes the card with a form, also by Escape inside of `place`. */
export function useAskToClose<Place extends HTMLElement>(onClose: () => void, { leave }: EditedForm) {
  const place = useRef<Place>(null)
  const askToClose = () => leave(onClose)

  const onEscape = useEffectEvent(askToClose)
  useEffect(() => {
    // A native listener, because the surrounding pane has one, which ignores prevented events.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      // The key closes a list of options first.
      if ((event.target as Element).getAttribute('aria-expanded') !== 'true') onEscape()
    }
    const element = place.current
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])

  return { place, askToClose }
}
