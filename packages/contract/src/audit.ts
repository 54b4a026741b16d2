import { AUDIT_FIELDS, AUDIT_KINDS } from './audit-texts.ts'
import type { AuditField, AuditKind } from './audit-texts.ts'
import { defineCalls } from './call.ts'
import { limit } from './fields.ts'
import { auditEntryId, instant, userId } from './ids.ts'
import { PAGE } from './limits.ts'
import { z } from './z.ts'

export const auditKind = z.enum(Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]])

/** A value before and after, in words; empty where there was none. */
export const auditChange = z.object({
  field: z.enum(Object.keys(AUDIT_FIELDS) as [AuditField, ...AuditField[]]),
  from: z.string(),
  to: z.string(),
})
export type AuditChange = z.infer<typeof auditChange>

/** Something that was done in the tenant. It holds no secret and no text of a message, and is never changed. */
export const auditEntry = z.object({
  id: auditEntryId,
  at: instant,
  /** Who did it, by the name that they have now. Null: nobody of the team, but the owner of a phone, the marketplace or the directory. */
  by: z.object({ id: userId, name: z.string() }).nullable(),
  kind: auditKind,
  /** What it was done to, by its name at that time; a number in E.164. Null where the kind says it all. */
  subject: z.string().nullable(),
  changes: z.array(auditChange),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const auditCalls = defineCalls({
  'settings.audit': {
    summary: 'Who did what, newest first: the newest entries, or those before one; of one person or kind',
    query: z.strictObject({
      before: auditEntryId.optional(),
      by: userId.optional(),
      kind: auditKind.optional(),
      limit: limit(PAGE.auditEntries, PAGE.maxAuditEntries),
    }),
    reply: z.array(auditEntry),
  },
})
