import { useEffect, useEffectEvent, useRef } from 'react'
import { confirmationModal, openModal } from '../../ui/index.ts'
import { FORM_TEXTS } from './card-texts.ts'

/** Asks whether to give up the changes that are not saved. */
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

/** Closes a card, also by Escape inside of `place`. If there are changes that are not saved, it asks first. `tell`: whether there are. */
export function useAskToClose<Place extends HTMLElement>(onClose: () => void, tell?: (isEdited: boolean) => void) {
  const place = useRef<Place>(null)
  const isEdited = useRef(false)

  function askToClose() {
    if (isEdited.current) askToDiscard(onClose)
    else onClose()
  }

  const onEscape = useEffectEvent(askToClose)
  useEffect(() => {
    // A native listener, because the pane around has one, which leaves alone what is prevented.
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

  const onEdited = (edited: boolean) => {
    isEdited.current = edited
    tell?.(edited)
  }
  return { place, askToClose, onEdited }
}
