import { AUDIT_FIELDS, AUDIT_KINDS } from './audit-texts.ts'
import type { AuditField, AuditKind } from './audit-texts.ts'
import { defineCalls } from './call.ts'
import { limit } from './fields.ts'
import { auditEntryId, instant, userId } from './ids.ts'
import { PAGE } from './limits.ts'
import { z } from './z.ts'

export const auditKind = z.enum(Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]])

/** A field's value before and after, as text; empty if there was none. */
export const auditChange = z.object({
  field: z.enum(Object.keys(AUDIT_FIELDS) as [AuditField, ...AuditField[]]),
  from: z.string(),
  to: z.string(),
})
export type AuditChange = z.infer<typeof auditChange>

/** An entry of the audit log. It contains no secret and no message text, and never changes, except that an erasure takes a person out of it. */
export const auditEntry = z.object({
  id: auditEntryId,
  at: instant,
  /** The user or API key, with its current name. Null if it was the owner of a phone, the marketplace, the directory, or the operator. */
  by: z.object({ id: userId, name: z.string() }).nullable(),
  kind: auditKind,
  /** The name of the changed object at that time; numbers in E.164. Null if the kind is sufficient. */
  subject: z.string().nullable(),
  changes: z.array(auditChange),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditCalls = defineCalls({
  'settings.audit': {
    summary:
      'The audit log, newest first, optionally before an entry, by one user or API key, of one kind, or of a period',
    query: z.strictObject({
      before: auditEntryId.optional(),
      /** A user, or an API key, which has an ID of the same form. */
      by: userId.optional(),
      kind: auditKind.optional(),
      /** The first moment. Absent: the beginning. */
      from: instant.optional(),
      /** The moment after the last one. Absent: now. */
      to: instant.optional(),
      limit: limit(PAGE.auditEntries, PAGE.maxAuditEntries),
    }),
    reply: z.array(auditEntry),
  },
})
