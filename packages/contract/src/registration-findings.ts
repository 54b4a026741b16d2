import type { DiagnosticsState } from './diagnostics-texts.ts'

/** The result of a check of the app registration. Without advice, there is nothing to do. */
export type RegistrationFinding = { title: string; state: DiagnosticsState; found: string; advice?: string }

const TITLES = {
  app: 'Application (client) ID',
  signIn: 'Redirect URI for sign-in',
  consent: 'Redirect URI for admin consent',
  secret: 'Client secret',
  directory: 'ALLOWED_TENANTS',
} as const

const passed = (title: string, found: string): RegistrationFinding => ({ title, state: 'passed', found })
const skipped = (title: string, found: string): RegistrationFinding => ({ title, state: 'skipped', found })
const failed = (title: string, found: string, advice: string): RegistrationFinding => ({
  title,
  state: 'failed',
  found,
  advice,
})

const unreachable = (title: string) =>
  failed(
    title,
    'login.microsoftonline.com cannot be reached.',
    'Let the server make https requests to login.microsoftonline.com. Without it nobody can sign in.',
  )
const unclear = (title: string) =>
  skipped(title, 'Microsoft Entra gave an answer that says neither yes nor no. Sign in once to find out.')
const unseen = (title: string) => skipped(title, 'This shows only when Microsoft Entra knows the app.')

const redirectUri = (title: string, effect: string) => ({
  registered: (uri: string) => passed(title, `${uri} is registered.`),
  notRegistered: (uri: string) =>
    failed(
      title,
      `${uri} is not registered.`,
      `In Microsoft Entra, open the app registration and add it under Authentication, platform Web, exactly like this. Or correct PUBLIC_URL. Until then ${effect}.`,
    ),
  unseen: () => unseen(title),
  unclear: () => unclear(title),
  unreachable: () => unreachable(title),
})

/** The findings of `npm run doctor` about the app registration in Microsoft Entra. */
export const REGISTRATION_FINDINGS = {
  app: {
    known: (id: string) => passed(TITLES.app, `Microsoft Entra knows the app ${id}.`),
    unknownApp: (id: string) =>
      failed(
        TITLES.app,
        `Microsoft Entra does not know the app ${id}.`,
        'Set ENTRA_CLIENT_ID to the Application (client) ID on the Overview page of the app registration.',
      ),
    singleTenantApp: () =>
      failed(
        TITLES.app,
        'The app accepts only accounts of its own directory.',
        'In Microsoft Entra, open the app registration and set Supported account types to “Accounts in any organizational directory”.',
      ),
    disabledApp: () =>
      failed(
        TITLES.app,
        'The app is disabled in Microsoft Entra.',
        'Enable it there, or set ENTRA_CLIENT_ID to another app registration.',
      ),
    unclear: () => unclear(TITLES.app),
    unreachable: () => unreachable(TITLES.app),
  },
  signIn: redirectUri(TITLES.signIn, 'nobody can sign in'),
  consent: redirectUri(TITLES.consent, 'no administrator can consent'),
  secret: {
    accepted: () => passed(TITLES.secret, 'Microsoft Entra accepts the secret.'),
    wrong: () =>
      failed(
        TITLES.secret,
        'Microsoft Entra does not accept the secret.',
        'Set ENTRA_CLIENT_SECRET to the value of a client secret, not to its ID. A value is shown only once: if it is lost, create another secret.',
      ),
    expired: () =>
      failed(
        TITLES.secret,
        'The secret has expired.',
        'In Microsoft Entra, create another one under Certificates & secrets, and set ENTRA_CLIENT_SECRET to its value.',
      ),
    unknownHere: () =>
      skipped(
        TITLES.secret,
        'No directory that is known here has consented to the app, so Microsoft Entra does not look at it.',
      ),
    noDirectory: () =>
      skipped(
        TITLES.secret,
        'No organization has signed up yet, and ALLOWED_TENANTS names none: there is no directory to ask.',
      ),
    unclear: () => unclear(TITLES.secret),
    unreachable: () => unreachable(TITLES.secret),
    unseen: () => unseen(TITLES.secret),
  },
  directory: {
    unknown: (id: string) =>
      failed(
        TITLES.directory,
        `Microsoft Entra knows no directory ${id}.`,
        'Correct it in ALLOWED_TENANTS. The Tenant ID is on the Overview page of Microsoft Entra.',
      ),
  },
} as const
