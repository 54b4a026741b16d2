// No imports, so that the web app can load the texts without the schemas.

/** Kinds of entries in the audit log, with their texts. The person named next to it did it. */
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
  hoursChanged: 'Changed the hours or automatic replies of a number',
  defaultUsersChanged: 'Changed the default users of a number',
  userAdded: 'Added a user',
  userChanged: 'Changed a user',
  contactAdded: 'Added a contact',
  contactsImported: 'Imported contacts',
  contactImportStarted: 'Began to import contacts',
  contactImportUndone: 'Undid an import of contacts',
  contactsExported: 'Exported the contacts',
  contactChanged: 'Changed a contact',
  contactDeleted: 'Deleted a contact',
  contactErased: 'Erased a contact',
  phoneReassigned: 'Removed a phone that someone else has now',
  contactFieldsChanged: 'Changed the fields of contacts',
  contactMerged: 'Merged two contacts',
  contactsMerged: 'Merged contacts with the same phone',
  contactsSeparated: 'Separated merged contacts',
  snippetAdded: 'Added a shared snippet',
  snippetChanged: 'Changed a shared snippet',
  snippetRemoved: 'Removed a shared snippet',
  chatExportStarted: 'Began to export a conversation',
  chatExported: 'Exported a conversation',
  chatDeleted: 'Deleted a chat',
  chatRestored: 'Restored a chat',
  chatStateChanged: 'Changed the state of a chat',
  chatAssigned: 'Assigned a chat',
  markedAsSent: 'Marked a text as sent',
  optedOut: 'Opted out',
  optedIn: 'Opt-out taken back',
  consentRecorded: 'Recorded consent',
  consentExported: 'Exported the ledger of consent',
  consentSettingsChanged: 'Changed the consent settings of a number',
  retentionChanged: 'Changed how long a number keeps texts',
  textsDeleted: 'Deleted old texts of a number',
  legalHoldPlaced: 'Placed a legal hold',
  legalHoldReleased: 'Released a legal hold',
  reportSettingsChanged: 'Changed the settings of reports',
  archiveStarted: 'Began to make an archive',
  archiveReady: 'Finished an archive',
  archiveFailed: 'Gave up making an archive',
  archiveDownloaded: 'Downloaded a part of an archive',
  archiveCanceled: 'Canceled an archive',
  archiveDeleted: 'Deleted an archive',
  archiveExpired: 'Deleted an archive after 7 days',
  hookAdded: 'Added a webhook',
  hookChanged: 'Changed a webhook',
  hookRemoved: 'Deleted a webhook',
  hookSecretReplaced: 'Replaced the secret of a webhook',
  hookReplayed: 'Sent events to a webhook again',
  hookDisabled: 'Disabled a webhook that failed',
  keyAdded: 'Added an API key',
  keyChanged: 'Changed an API key',
  keyReplaced: 'Replaced an API key',
  keyRevoked: 'Revoked an API key',
  leftDirectory: 'Removed or disabled a user in Microsoft Entra',
  returnedToDirectory: 'Restored or enabled a user in Microsoft Entra',
  adminNamed: 'Named an Admin',
  subscriptionSuspended: 'Suspended the subscription',
  subscriptionReinstated: 'Resumed the subscription',
  subscriptionEnded: 'Ended the subscription',
} as const
export type AuditKind = keyof typeof AUDIT_KINDS

/** Done by an administrator of the directory. */
export const BY_DIRECTORY: readonly AuditKind[] = ['leftDirectory', 'returnedToDirectory']

/** Done on the server, with a command. */
export const BY_OPERATOR: readonly AuditKind[] = ['adminNamed', 'contactsMerged', 'contactsSeparated']

/** Done by Partyline itself. */
const BY_PARTYLINE: readonly AuditKind[] = [
  'hookDisabled',
  'textsDeleted',
  'archiveReady',
  'archiveFailed',
  'archiveExpired',
]

/** Done by the marketplace. Other entries without a user were done by the owner of a phone. */
export const BY_MARKETPLACE: readonly AuditKind[] = [
  'subscriptionSuspended',
  'subscriptionReinstated',
  'subscriptionEnded',
]

/** The actor of an entry without a user. */
export function actorWithoutUser(kind: AuditKind): string {
  if (BY_DIRECTORY.includes(kind)) return 'An administrator in Microsoft Entra'
  if (BY_PARTYLINE.includes(kind)) return 'Partyline'
  if (BY_OPERATOR.includes(kind)) return 'The operator of the server'
  return BY_MARKETPLACE.includes(kind) ? 'The Microsoft marketplace' : 'The contact'
}

/** Fields that can change, with their texts. */
export const AUDIT_FIELDS = {
  name: 'Name',
  number: 'Number',
  role: 'Role',
  state: 'State',
  signature: 'Signature',
  assignOnReply: 'Assign on reply',
  sharedSnippets: 'Shared snippets',
  shortcut: 'Shortcut',
  assignee: 'Assignee',
  defaultUsers: 'Default users',
  defaultCountry: 'Default country',
  allowedCountries: 'Allowed countries',
  openingHours: 'Opening hours',
  holidays: 'Holidays',
  timeZone: 'Time zone',
  awayReply: 'Away reply',
  greeting: 'Greeting',
  consent: 'Written consent',
  consentRequest: 'Consent request',
  keepDays: 'Keeps texts',
  texts: 'Texts deleted',
  notes: 'Notes deleted',
  address: 'Address',
  events: 'Events',
  reason: 'Reason',
  appliesTo: 'Applies to',
  scopes: 'Permissions',
  lines: 'Lines',
  endsAt: 'End date',
  format: 'Format',
  period: 'Period',
  withNotes: 'With notes',
  sha256: 'SHA-256',
  answerGoal: 'Goal for answers',
} as const
export type AuditField = keyof typeof AUDIT_FIELDS

/** Values of fields, with their texts. */
export const AUDIT_VALUES = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  on: 'On',
  off: 'Off',
  warn: 'Warn',
  block: 'Block',
  all: 'All',
  open: 'Open',
  done: 'Done',
  snoozed: 'Snoozed',
  chat: 'Chat',
  contact: 'Contact',
  everyone: 'Everyone edits them',
  admins: 'Only Admins edit them',
  always: 'Always open',
  closed: 'Closed',
  asOrganization: 'Same as the organization',
  forever: 'Forever',
  sinceBeginning: 'Since the beginning',
  yes: 'Yes',
  no: 'No',
  newText: 'On, with a new text',
} as const
