export const OWN_SESSIONS_TEXTS = {
  title: 'Active sessions',
  loading: 'Loading',
  failed: 'Sessions couldn’t be loaded',
  retry: 'Try again',
  here: 'This browser',
  seen: (when: string) => `Last seen: ${when}`,
  unknown: 'Unknown browser',
  end: 'Sign out',
  endAll: 'Sign out everywhere',
  ending: 'Signing out…',
  close: 'Close',
} as const
