import { useEffect } from 'react'
import { hasModal, openModal } from '../ui/index.ts'
import { focusPlaceOf, shortcutOf } from './shortcut-of.ts'
import type { Shortcut } from './shortcut-of.ts'
import { shortcutsModal } from './shortcuts-modals.ts'

type Props = { actions: Record<Exclude<Shortcut, 'help' | 'type'>, () => void> }

/** Handles shortcuts, wherever the focus is, unless a modal is open. */
export function ShortcutKeys({ actions }: Props) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || hasModal()) return
      const shortcut = shortcutOf(event, focusPlaceOf(document.activeElement))
      if (shortcut === null) return
      // The browser then types or pastes into the focused field.
      if (shortcut === 'type') return actions.write()
      event.preventDefault()
      if (shortcut === 'help') openModal(shortcutsModal, {})
      else actions[shortcut]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [actions])
  return null
}
