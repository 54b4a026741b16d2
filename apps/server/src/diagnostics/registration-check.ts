import { REGISTRATION_FINDINGS } from '@partyline/contract'
import type { RegistrationFinding } from '@partyline/contract'
import type { AppRegistration, RedirectUriState, SecretState } from '../microsoft/index.ts'

type Parts = {
  registration: AppRegistration
  clientId: string
  redirectUris: { signIn: string; consent: string }
  /** Those of which people may sign in. */
  allowedTenants: readonly string[]
  /** Others in which the app may be. */
  otherDirectories: readonly string[]
}

const { app, signIn, consent, secret, directory } = REGISTRATION_FINDINGS
/** After these no other directory has to be asked. */
const SETTLED: ReadonlySet<SecretState> = new Set(['accepted', 'wrong', 'expired', 'unreachable'])

/** Finds misconfigurations that would keep everyone from signing in with Microsoft. */
export async function checkRegistration(parts: Parts): Promise<RegistrationFinding[]> {
  const { registration, clientId, redirectUris } = parts
  const [ofSignIn, ofConsent] = await Promise.all([
    registration.testRedirectUri(redirectUris.signIn),
    registration.testRedirectUri(redirectUris.consent),
  ])
  const isKnown = ofSignIn === 'registered' || ofSignIn === 'notRegistered'
  return [
    isKnown ? app.known(clientId) : app[ofSignIn](clientId),
    signIn[redirectUriFinding(ofSignIn)](redirectUris.signIn),
    consent[redirectUriFinding(ofConsent)](redirectUris.consent),
    ...(ofSignIn === 'unknownApp' ? [secret.unseen()] : await checkSecret(parts)),
  ]
}

function redirectUriFinding(state: RedirectUriState) {
  return state === 'unknownApp' || state === 'singleTenantApp' || state === 'disabledApp' ? 'unseen' : state
}

/** Each directory that is allowed has to exist; the first of all that looks at the secret settles it. */
async function checkSecret({ registration, allowedTenants, otherDirectories }: Parts): Promise<RegistrationFinding[]> {
  const states: SecretState[] = []
  const missing: string[] = []
  for (const one of allowedTenants) {
    const state = await registration.testSecret(one)
    if (state === 'unknownDirectory') missing.push(one)
    else states.push(state)
    if (state === 'unreachable') break
  }
  for (const one of otherDirectories) {
    if (states.some((state) => SETTLED.has(state))) break
    states.push(await registration.testSecret(one))
  }
  const known = states.filter((state) => state !== 'unknownDirectory')
  const state = known.find((one) => SETTLED.has(one)) ?? known[0]
  return [state ? secret[state]() : secret.noDirectory(), ...missing.map(directory.unknown)]
}
