import { useEffect, useEffectEvent, useRef } from 'react'
import { confirmationModal, openModal } from '../../ui/index.ts'
import { FORM_TEXTS } from './card-texts.ts'

/** Asks whether to discard unsaved changes. */
export function askToDiscard(onConfirm: () => void): void {
  openModal(confirmationModal, {
    title: FORM_TEXTS.discardTitle,
    message: FORM_TEXTS.discardMessage,
    confirmLabel: FORM_TEXTS.discard,
    cancelLabel: FORM_TEXTS.keep,
    danger: true,
    onConfirm,
  })
}

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
