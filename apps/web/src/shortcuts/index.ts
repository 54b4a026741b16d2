import { lazy } from 'react'
import { laterExtra } from '../platform/later.ts'

export { SHORTCUT_TEXTS } from './shortcut-texts.ts'
export { shortcutsModal } from './shortcuts-modals.ts'

// Keys are for who has looked around already: they come behind the first screen.
export const ShortcutKeys = lazy(
  laterExtra(async () => ({ default: (await import('./shortcut-keys.tsx')).ShortcutKeys })),
)
