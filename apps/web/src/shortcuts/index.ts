export { letterKeysOf } from './letter-keys.ts'
export { ShortcutKeys } from './shortcut-keys.tsx'
export { SHORTCUT_TEXTS } from './shortcut-texts.ts'
export { shortcutsModal } from './shortcuts-modals.ts'
