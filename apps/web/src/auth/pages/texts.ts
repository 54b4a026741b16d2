export const AUTH_TEXTS = {
  tagline: 'Your team’s texts, on one shared line',
  signIn: 'Sign in with Microsoft',
  signingIn: 'Going to Microsoft…',
  closed: 'The sign-in window couldn’t be opened, or was closed. Please try again.',
  signingInSilently: 'Signing in…',
  account: 'Use the Microsoft 365 account of your organization.',
  errorTitle: 'You’re not signed in',
  back: 'Back to sign-in',
  consent: 'Consent as an administrator',
  unavailableTitle: 'Partyline isn’t available',
  retry: 'Try again',
} as const
