export const MORE_TEXTS = {
  more: 'More',
  contacts: 'Contacts',
  reports: 'Reports',
  administration: 'Administration',
  connection: 'Connection',
  sessions: 'Active sessions',
} as const
