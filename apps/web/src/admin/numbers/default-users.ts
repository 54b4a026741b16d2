import type { TwilioNumber, User, UserId } from '@partyline/contract'

/** The users who answer a number that is put into use: its default users, or everyone if it has none yet. */
export function proposedUsers({ assignedUsers }: TwilioNumber, users: readonly User[]): ReadonlySet<UserId> {
  if (assignedUsers.length > 0) return new Set(assignedUsers)
  return new Set(users.filter(({ disabled }) => !disabled).map(({ id }) => id))
}

/** Whether the number is in use but no enabled user gets its texts. */
export function reachesNoOne({ disabled, assignedUsers }: TwilioNumber, users: readonly User[]): boolean {
  return !disabled && !users.some((user) => !user.disabled && assignedUsers.includes(user.id))
}
