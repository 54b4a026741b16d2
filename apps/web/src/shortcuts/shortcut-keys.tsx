import { useEffect } from 'react'
import { hasModal, openModal } from '../ui/index.ts'
import { focusPlaceOf, shortcutOf } from './shortcut-of.ts'
import type { Shortcut } from './shortcut-of.ts'
import { shortcutsModal } from './shortcuts-modals.ts'

type Props = { actions: Record<Exclude<Shortcut, 'help'>, () => void> }

/** Does what a shortcut asks for, wherever the focus is; not while a modal is open. */
export function ShortcutKeys({ actions }: Props) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || hasModal()) return
      const shortcut = shortcutOf(event, focusPlaceOf(document.activeElement))
      if (shortcut === null) return
      event.preventDefault()
      if (shortcut === 'help') openModal(shortcutsModal, {})
      else actions[shortcut]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [actions])
  return null
}
