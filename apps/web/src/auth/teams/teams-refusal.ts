/** Why Teams does not vouch for its person. */
export type TeamsRefusal = 'consent' | 'interaction' | 'other'

/** What the server's log calls it. The host's own words may name a person, and stay here. */
export const REFUSAL_CODES: Record<TeamsRefusal, string> = {
  consent: 'TEAMS_SSO_CONSENT_REQUIRED',
  interaction: 'TEAMS_SSO_INTERACTION_REQUIRED',
  other: 'TEAMS_SSO_REFUSED',
}

/** Reads what `getAuthToken` was refused with: the host's own word, or the directory's. */
export function refusalOf(error: unknown): TeamsRefusal {
  const reason = error instanceof Error ? error.message : String(error)
  if (/consent/i.test(reason)) return 'consent'
  return /interaction_?required|invalid_grant/i.test(reason) ? 'interaction' : 'other'
}
