/** Every sentence about a chat's members and settings: the right pane, and what one can do there. */
export const DETAILS_TEXTS = {
  youSuffix: ' (you)',
  optedOut: 'Texted STOP: gets nothing from this number',
  switchedOff: 'Switched off',
  since: (day: string) => `Since ${day}`,
  left: (day: string) => `Left ${day}`,
  former: 'Former members',
  change: 'Chat settings',
  about: 'About this chat',
  textsFrom: 'Texts go out from',
  relayOn: 'What one phone writes is passed on to the others.',
  relayOff: 'What one phone writes is not passed on to the others.',
  onePhone: 'The phone sees what your team writes here.',
  noPhones: 'No phones are in this chat. Only your team reads it.',
  share: 'Share link',
  leave: 'Leave chat',
  leaveTitle: 'Leave chat',
  leaveMessage: 'Are you sure to leave current chat?',
  leaveConfirm: 'Leave',
  leaving: 'Leaving...',
  delete: 'Delete chat',
  deleteTitle: 'Delete chat',
  deleteMessage: "You're going to delete chat.",
  deleteForEveryone: (name: string) => `“${name}” will be deleted for everyone.`,
  deleteConfirm: 'Delete',
  deleting: 'Deleting...',
} as const

const ROLES: Record<string, string | undefined> = { TeamsUser: 'Teams User', ExternalMobile: 'External Mobile' }

/** What a member's role is called, section 2 of the specification. */
export function roleLabel(role: string): string {
  return ROLES[role] ?? 'N/A'
}
