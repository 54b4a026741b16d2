import { useEffect } from 'react'
import { useSignedIn } from '../auth/index.ts'
import { hasModal, openModal } from '../ui/index.ts'
import { letterKeysOf } from './letter-keys.ts'
import { focusPlaceOf, shortcutOf } from './shortcut-of.ts'
import type { Shortcut } from './shortcut-of.ts'
import { shortcutsModal } from './shortcuts-modals.ts'

type Props = { actions: Record<Exclude<Shortcut, 'help' | 'type'>, () => void> }

/** Handles shortcuts, wherever the focus is, unless a modal is open. */
export function ShortcutKeys({ actions }: Props) {
  const letters = letterKeysOf(useSignedIn().id)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || hasModal()) return
      const shortcut = shortcutOf(event, focusPlaceOf(document.activeElement), { hasLetters: letters.current() })
      if (shortcut === null) return
      // The browser then types or pastes into the focused field.
      if (shortcut === 'type') return actions.write()
      event.preventDefault()
      if (shortcut === 'help') openModal(shortcutsModal, {})
      else actions[shortcut]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [actions, letters])
  return null
}
