export const MORE_TEXTS = {
  more: 'More',
  contacts: 'Contacts',
  administration: 'Administration',
  connection: 'Connection',
  sessions: 'Active sessions',
} as const
