import { z } from './z.ts'

// GUIDs are case-insensitive; internally they are always in lower case.

/** A tenant: the GUID of one Microsoft Entra directory (`tid`). */
export const tenantId = z.guid().toLowerCase().brand<'TenantId'>()
export type TenantId = z.infer<typeof tenantId>

/** A person: the object ID in their directory (`oid`). Unique only together with the tenant. */
export const userId = z.guid().toLowerCase().brand<'UserId'>()
export type UserId = z.infer<typeof userId>

/** A person outside the team. */
export const contactId = z.guid().toLowerCase().brand<'ContactId'>()
export type ContactId = z.infer<typeof contactId>

/** A field that a tenant adds to its contacts. */
export const contactFieldId = z.guid().toLowerCase().brand<'ContactFieldId'>()
export type ContactFieldId = z.infer<typeof contactFieldId>

/** An import of contacts. IDs are UUIDv7: later ones are greater. */
export const contactImportId = z.guid().toLowerCase().brand<'ContactImportId'>()
export type ContactImportId = z.infer<typeof contactImportId>

export const contactViewId = z.guid().toLowerCase().brand<'ContactViewId'>()
export type ContactViewId = z.infer<typeof contactViewId>

/** An entry of the ledger of consent. IDs are UUIDv7: later ones are greater. */
export const consentEntryId = z.guid().toLowerCase().brand<'ConsentEntryId'>()
export type ConsentEntryId = z.infer<typeof consentEntryId>

/** A phone of a contact, or a line. */
export const numberId = z.guid().toLowerCase().brand<'NumberId'>()
export type NumberId = z.infer<typeof numberId>

/** A chat member: the ID of a user or a contact; {@link memberRole} tells which. */
export const memberId = z.guid().toLowerCase().brand<'MemberId'>()
export type MemberId = z.infer<typeof memberId>

export const chatId = z.guid().toLowerCase().brand<'ChatId'>()
export type ChatId = z.infer<typeof chatId>

/** A change of a chat. */
export const chatChangeId = z.guid().toLowerCase().brand<'ChatChangeId'>()
export type ChatChangeId = z.infer<typeof chatChangeId>

export const messageId = z.guid().toLowerCase().brand<'MessageId'>()
export type MessageId = z.infer<typeof messageId>

export const noteId = z.guid().toLowerCase().brand<'NoteId'>()
export type NoteId = z.infer<typeof noteId>

export const legalHoldId = z.guid().toLowerCase().brand<'LegalHoldId'>()
export type LegalHoldId = z.infer<typeof legalHoldId>

export const snippetId = z.guid().toLowerCase().brand<'SnippetId'>()
export type SnippetId = z.infer<typeof snippetId>

export const fileId = z.guid().toLowerCase().brand<'FileId'>()
export type FileId = z.infer<typeof fileId>

export const sessionId = z.guid().toLowerCase().brand<'SessionId'>()
export type SessionId = z.infer<typeof sessionId>

/** An API key of a tenant. As a member of chats, it has the same ID. */
export const keyId = z.guid().toLowerCase().brand<'KeyId'>()
export type KeyId = z.infer<typeof keyId>

/** A webhook of a tenant. */
export const hookId = z.guid().toLowerCase().brand<'HookId'>()
export type HookId = z.infer<typeof hookId>

/** An archive of a tenant. IDs are UUIDv7: later ones are greater. */
export const archiveId = z.guid().toLowerCase().brand<'ArchiveId'>()
export type ArchiveId = z.infer<typeof archiveId>

/** An event for a webhook, which has it as its `webhook-id`. */
export const hookEventId = z.guid().toLowerCase().brand<'HookEventId'>()
export type HookEventId = z.infer<typeof hookEventId>

/** A browser that receives push notifications. */
export const deviceId = z.guid().toLowerCase().brand<'DeviceId'>()
export type DeviceId = z.infer<typeof deviceId>

/** An entry of the audit log. IDs are UUIDv7: later ones are greater. */
export const auditEntryId = z.guid().toLowerCase().brand<'AuditEntryId'>()
export type AuditEntryId = z.infer<typeof auditEntryId>

/** An instant: ISO 8601 in UTC, for example `2026-11-21T09:41:00.000Z`. */
export const instant = z.iso.datetime()
