import type { TeamsRefusal } from '../teams/teams-refusal.ts'

/** Why the sign-in page asks inside Teams, where it usually does not. */
export const TEAMS_REFUSALS: Record<TeamsRefusal, string | null> = {
  consent: 'Teams can’t sign you in until an administrator of your organization has consented. Please sign in here.',
  interaction: 'Microsoft needs you to sign in again. Please sign in here.',
  other: null,
}
