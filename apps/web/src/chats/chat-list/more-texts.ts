export const MORE_TEXTS = {
  more: 'More',
  administration: 'Administration',
  connection: 'Connection',
  sessions: 'Active sessions',
} as const
