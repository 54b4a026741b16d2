export const OWN_SESSIONS_TEXTS = {
  title: 'Where you are signed in',
  loading: 'Loading',
  failed: 'This list could not be loaded',
  retry: 'Retry',
  here: 'This browser',
  seen: (when: string) => `Last seen: ${when}`,
  unknown: 'Unknown browser',
  end: 'Sign out',
  endAll: 'Sign out everywhere',
  ending: 'Signing out...',
  close: 'Close',
} as const
