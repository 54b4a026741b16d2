import type { TeamsRefusal } from '../teams/teams-refusal.ts'

/** Why the sign-in page asks inside Teams, where it usually does not. */
export const TEAMS_REFUSALS: Record<TeamsRefusal, string | null> = {
  consent:
    'Teams cannot sign you in by itself before an administrator of your organization has agreed. Please sign in here.',
  interaction: 'Microsoft wants to see you in person this time. Please sign in here.',
  other: null,
}
