// Without a dependency, so that the web client gets the words without the schemas.

/** What the audit log keeps, in words: each is something that the person named beside it did. */
export const AUDIT_KINDS = {
  organizationOpened: 'Opened the organization',
  signedIn: 'Signed in',
  signedOut: 'Signed out',
  sessionEnded: 'Ended a session',
  sessionsEnded: 'Signed out everywhere',
  organizationChanged: 'Changed the organization',
  accountChanged: 'Changed the Twilio account',
  numbersReloaded: 'Loaded the Twilio numbers again',
  numberUsed: 'Began to use a number',
  numberUnused: 'Stopped using a number',
  defaultUsersChanged: 'Changed the default users of a number',
  userAdded: 'Added a user',
  userChanged: 'Changed a user',
  contactAdded: 'Added a contact',
  contactsImported: 'Imported contacts',
  contactsExported: 'Exported the contacts',
  contactChanged: 'Changed a contact',
  contactDeleted: 'Deleted a contact',
  chatDeleted: 'Deleted a chat',
  markedAsSent: 'Marked a text as sent',
  optedOut: 'Wants no more texts',
  optedIn: 'Wants texts again',
  leftDirectory: 'Removed or disabled a user in Microsoft Entra',
  subscriptionSuspended: 'Suspended the subscription',
  subscriptionReinstated: 'Resumed the subscription',
  subscriptionEnded: 'Ended the subscription',
} as const
export type AuditKind = keyof typeof AUDIT_KINDS

/** What an administrator of the directory did. */
export const BY_DIRECTORY: readonly AuditKind[] = ['leftDirectory']

/** What the marketplace did. Whatever else nobody of the team did was done by the owner of a phone. */
export const BY_MARKETPLACE: readonly AuditKind[] = [
  'subscriptionSuspended',
  'subscriptionReinstated',
  'subscriptionEnded',
]

/** What can change of something, in words. */
export const AUDIT_FIELDS = {
  name: 'Name',
  role: 'Role',
  state: 'State',
  signature: 'Signature',
  defaultUsers: 'Default users',
  defaultCountry: 'Default country',
  allowedCountries: 'Allowed countries',
} as const
export type AuditField = keyof typeof AUDIT_FIELDS

/** The values of fields that are one of two. */
export const AUDIT_VALUES = { enabled: 'Enabled', disabled: 'Disabled', on: 'On', off: 'Off', all: 'All' } as const
