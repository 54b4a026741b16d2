// Column types that are narrower than PostgreSQL's. tests/table-types.ts assigns them to columns.
import type {
  AuditChange,
  ChatChange,
  Contact,
  ContactValueChange,
  ContactView,
  HookAttempt,
  LineHours as Hours,
  NumberId,
  OpeningHours as TenantHours,
  OptOutEntry,
  WorkingHours as OwnHours,
} from '@partyline/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

export type {
  ArchiveId,
  AuditEntryId,
  AuditKind,
  ChatChangeId,
  ChatId,
  ConsentEntryId,
  ContactFieldId,
  ContactId,
  ContactImportId,
  ContactViewId,
  DeviceId,
  FileId,
  HookEventId,
  HookId,
  HookKind,
  KeyId,
  KeyScope,
  LegalHoldId,
  MemberId,
  MemberRole,
  MessageId,
  NoteId,
  NotificationReason,
  NumberId,
  RejectionReason,
  ReturnReason,
  SessionId,
  SnippetId,
  TenantId,
  UserId,
} from '@partyline/contract'

declare const brand: unique symbol

/** One member's record of one message. Twilio's status callbacks carry it. */
export type DeliveryId = string & { readonly [brand]: 'DeliveryId' }

export type ChatChangeKind = ChatChange['kind']
export type OptOutSource = OptOutEntry['source']

/** The changes that an import row made to an existing contact. */
export type ImportedValues = {
  values: Partial<Record<'name' | 'company' | 'remarks' | 'timeZone' | 'language', [string | null, string | null]>>
  fields: Record<string, [string, string]>
  emails: string[]
  tags: string[]
  phones: NumberId[]
}

/** JSON is read as an object and written as text. */
type Json<Value, Update = never> = ColumnType<Value, string, Update>
/** Where the next part of an archive begins: in which of its sections, and there. */
export type ArchivePosition = Json<
  {
    section: string
    /** After what was read last. Null: at the beginning. */
    cursor: string | null
    /** In the middle of a conversation: the time of its next entry. */
    from: string | null
    /** The number of the next file of the table or the conversation. */
    file: number
    /** Conversations before it. */
    chatsDone: number
  },
  string
>
export type AuditChanges = Json<AuditChange[]>
export type ChatChangeDetails = Json<object>
export type ContactValues = Json<Contact['fields'], string>
export type ContactChanges = Json<ContactValueChange[]>
/** Values before and after, by field, and what was added to lists. */
export type ImportedChanges = Json<ImportedValues | null, string>
export type ContactViewQuery = Json<Pick<ContactView, 'term' | 'filters' | 'sort'>, string>
/** An event's data without the IDs of its subjects. The body is built from both. */
export type HookEventDetail = Json<Record<string, unknown>, string>
export type HookAttempts = Json<HookAttempt[], string>
export type LineHours = Json<Hours, string>
export type HoursOfLines = Json<Partial<Record<NumberId, Hours>>>
/** The counts of a day: `src/reports/counts.ts`. */
export type ReportCounts = Json<object>
export type OpeningHours = Json<TenantHours, string>
export type WorkingHours = Json<OwnHours, string>
export type MarketplacePayload = Json<unknown>
export type WebhookParameters = Json<Record<string, string>, string>

/** A tsvector. Only the database writes it. */
export type Words = GeneratedAlways<string>
