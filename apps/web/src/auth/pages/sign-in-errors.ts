import { SIGN_IN_ERRORS } from '@partyline/contract'
import { AUTH_TEXTS } from './texts.ts'

const ERROR_PAGE: Record<string, { title: string; text: string }> = {
  AccessDenied: {
    title: 'You don’t have access yet',
    text: 'Please ask an administrator of the organization to add you. Then sign in again. If you’re a guest of an organization that is new here, one of its own people has to sign in first.',
  },
  ConsentRequired: {
    title: 'Your organization has to agree first',
    text: 'Partyline needs the consent of an administrator of your organization. Please ask one to sign in and consent.',
  },
  Configuration: {
    title: 'Sign-in is not set up',
    text: 'Something about the sign-in is not set up correctly. Please tell your administrator.',
  },
  Verification: {
    title: 'This link no longer works',
    text: 'It was used already, or it is too old. Please sign in again.',
  },
}

/** The sign-in page's text for the `error` in its address; null without one. */
export function signInErrorText(error: string | null): string | null {
  if (!error) return null
  return (Object.hasOwn(SIGN_IN_ERRORS, error) ? SIGN_IN_ERRORS[error] : SIGN_IN_ERRORS.default) ?? null
}

/** The texts of the page for failed sign-ins. */
export function errorPageText(error: string | null): { title: string; text: string } {
  const known = error && Object.hasOwn(ERROR_PAGE, error) ? ERROR_PAGE[error] : undefined
  return known ?? { title: AUTH_TEXTS.errorTitle, text: signInErrorText(error ?? 'default') ?? '' }
}
