// Column types that are narrower than PostgreSQL's. tests/table-types.ts assigns them to columns.
import type {
  AuditChange,
  ChatChange,
  LineHours as Hours,
  OpeningHours as TenantHours,
  OptOutEntry,
} from '@partyline/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

export type {
  AuditEntryId,
  AuditKind,
  ChatChangeId,
  ChatId,
  FileId,
  MemberId,
  MemberRole,
  MessageId,
  NoteId,
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

/** JSON is read as an object and written as text. */
type Json<Value, Update = never> = ColumnType<Value, string, Update>
export type AuditChanges = Json<AuditChange[]>
export type ChatChangeDetails = Json<object>
export type LineHours = Json<Hours, string>
export type OpeningHours = Json<TenantHours, string>
export type MarketplacePayload = Json<unknown>
export type WebhookParameters = Json<Record<string, string>, string>

/** A tsvector. Only the database writes it. */
export type Words = GeneratedAlways<string>
