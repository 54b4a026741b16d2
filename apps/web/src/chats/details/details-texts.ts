import { RESTORE_DAYS } from '@partyline/contract'
import { isolated } from '../../platform/isolated.ts'

/** The texts of the right pane: members and settings. */
export const DETAILS_TEXTS = {
  youSuffix: ' (you)',
  optedOut: 'Opted out (texted STOP)',
  optedOutBy: (person: string) => `Opted out by ${isolated(person)}`,
  optedOutByHand: 'Opted out by hand',
  optOut: 'Opt out',
  optOutTitle: 'Opt out',
  optOutMessage: (name: string) =>
    `${isolated(name)} will get no more texts from this number, including queued and scheduled ones. You can take this back.`,
  optingOut: 'Opting out…',
  undoOptOut: 'Take back opt-out',
  undoTitle: 'Take back opt-out',
  undoMessage: (name: string) =>
    `${isolated(name)} will get texts from this number again. Do this only if they have asked for it.`,
  undoConfirm: 'Take back',
  undoing: 'Taking back…',
  switchedOff: 'Disabled',
  leftOrganization: 'Has left the organization',
  since: (day: string) => `Since ${day}`,
  left: (day: string) => `Left ${day}`,
  contact: 'Contact',
  otherChats: (name: string) => `Other chats with ${isolated(name)}`,
  isDeleted: 'Deleted',
  contacts: 'Contacts',
  team: 'Team',
  noTeam: 'No one on your team is in this chat.',
  files: 'Pictures and files',
  pictures: 'Pictures',
  otherFiles: 'Files',
  noFiles: 'No pictures or files yet',
  loadingFiles: 'Loading pictures and files',
  filesFailed: 'Pictures and files couldn’t be loaded.',
  showMore: 'Show more',
  more: 'More actions',
  former: 'Former members',
  change: 'Chat settings',
  about: 'About this chat',
  textsFrom: 'Texts are sent from',
  relayOn: 'Texts from one contact are forwarded to the others.',
  relayOff: 'Texts from one contact are not forwarded to the others.',
  noPhones: 'No contacts are in this chat. Only your team reads it.',
  share: 'Share link',
  export: 'Export conversation…',
  leave: 'Leave chat',
  leaveTitle: 'Leave chat',
  leaveMessage: 'Are you sure to leave current chat?',
  leaveConfirm: 'Leave',
  leaving: 'Leaving…',
  delete: 'Delete chat',
  deleteTitle: 'Delete chat',
  deleteMessage: "You're going to delete chat.",
  deleteForEveryone: (name: string, phones: number, isOnHold: boolean) =>
    [
      `“${isolated(name)}” will be deleted for everyone.`,
      ...(phones > 0 ? [phones === 1 ? 'The contact stays in Contacts.' : 'The contacts stay in Contacts.'] : []),
      `Messages are kept, and Admins can restore the chat for ${RESTORE_DAYS} days.`,
      ...(isOnHold ? ['The chat is on legal hold. Deleting it doesn’t release the hold.'] : []),
    ].join(' '),
  deleted: 'Chat deleted',
  deletedForNow: `Chat deleted. Admins can restore it for ${RESTORE_DAYS} days.`,
  deleteConfirm: 'Delete',
  deleting: 'Deleting...',
} as const

const ROLES: Record<string, string | undefined> = {
  TeamsUser: 'Teams User',
  ExternalMobile: 'External Mobile',
  ApiKey: 'API key',
}

/** Labels of roles. */
export function roleLabel(role: string): string {
  return ROLES[role] ?? 'N/A'
}
