import type { AuditChange, AuditField } from '@partyline/contract'

/** Those of the fields that are no longer what they were. */
export function differences(fields: Partial<Record<AuditField, readonly [from: string, to: string]>>): AuditChange[] {
  return (Object.keys(fields) as AuditField[]).flatMap((field) => {
    const [from, to] = fields[field] ?? ['', '']
    return from === to ? [] : [{ field, from, to }]
  })
}
