import type { ThemeChoice } from '../ui/index.ts'

export const APP_TEXTS = {
  person: 'Account and theme',
  theme: 'Theme',
  administration: 'Administration',
  connection: 'Connection',
  sessions: 'Where you are signed in',
  signOut: 'Sign out',
  signOutFailed: 'You could not be signed out',
  brokenTitle: 'This page stopped working',
  brokenText: 'Nothing that you sent is lost. Reload the page to go on.',
  reload: 'Reload',
  notFoundTitle: 'There is no such page',
  notFoundText: 'The address may be mistyped, or the page has moved.',
  toChats: 'Go to the chats',
  retry: 'Try again',
  startFailedTitle: 'Partyline cannot be reached',
  startFailedText: 'Check your connection, then try again.',
} as const

export const THEME_NAMES: Record<ThemeChoice, string> = {
  system: 'Like my system',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
}
