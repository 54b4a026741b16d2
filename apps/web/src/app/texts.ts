import type { ThemeChoice } from '../ui/index.ts'

export const APP_TEXTS = {
  sections: 'Main',
  chats: 'Chats',
  contacts: 'Contacts',
  reports: 'Reports',
  person: 'Account and theme',
  theme: 'Theme',
  administration: 'Administration',
  connection: 'Connection',
  sessions: 'Active sessions',
  signOut: 'Sign out',
  signOutFailed: 'You couldn’t be signed out',
  brokenTitle: 'This page stopped working',
  brokenText: 'Nothing you sent is lost. Reload the page to continue.',
  reload: 'Reload',
  notFoundTitle: 'This page doesn’t exist',
  notFoundText: 'The address may be mistyped, or the page may have moved.',
  toChats: 'Go to chats',
  retry: 'Try again',
  returned: 'Your message wasn’t sent. It’s under the filter Returned.',
  returnedInDeleted: 'Your message wasn’t sent, because the chat was deleted.',
  startFailedTitle: 'Partyline can’t be reached',
  startFailedText: 'Check your connection, then try again.',
} as const

export const THEME_NAMES: Record<ThemeChoice, string> = {
  system: 'Use system setting',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
}
