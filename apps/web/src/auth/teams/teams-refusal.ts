/** Why Teams refuses a single sign-on token. */
export type TeamsRefusal = 'consent' | 'interaction' | 'other'

/** The codes in the server's log. The host's message may name a person, and is not sent. */
export const REFUSAL_CODES: Record<TeamsRefusal, string> = {
  consent: 'TEAMS_SSO_CONSENT_REQUIRED',
  interaction: 'TEAMS_SSO_INTERACTION_REQUIRED',
  other: 'TEAMS_SSO_REFUSED',
}

/** The reason in an error of `getAuthToken`, which is the host's or the directory's. */
export function refusalOf(error: unknown): TeamsRefusal {
  const reason = error instanceof Error ? error.message : String(error)
  if (/consent/i.test(reason)) return 'consent'
  return /interaction_?required|invalid_grant/i.test(reason) ? 'interaction' : 'other'
}
