export const MORE_TEXTS = {
  more: 'More',
  administration: 'Administration',
  connection: 'Connection',
  sessions: 'Where you are signed in',
} as const
