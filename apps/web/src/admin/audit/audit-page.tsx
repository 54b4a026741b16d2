import { AUDIT_KINDS } from '@partyline/contract'
import type { AuditKind, UserId } from '@partyline/contract'
import { useState } from 'react'
import { useTenant } from '../../settings/index.ts'
import { AUDIT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { AuditFilterField } from './audit-filter-field.tsx'
import { AuditLog } from './audit-log.tsx'

const KINDS = Object.keys(AUDIT_KINDS) as AuditKind[]

/** Who did what in the organization. */
export function AuditPage() {
  const styles = useAdminStyles()
  const { teamsUsers } = useTenant()
  const [by, setBy] = useState<UserId | null>(null)
  const [kind, setKind] = useState<AuditKind | null>(null)
  return (
    <Card title={AUDIT_TEXTS.title} about={AUDIT_TEXTS.about}>
      <div className={styles.tools}>
        <AuditFilterField
          label={AUDIT_TEXTS.who}
          all={AUDIT_TEXTS.everybody}
          options={teamsUsers.map(({ id, name }) => ({ value: id, words: name }))}
          chosen={by}
          onChoose={setBy}
        />
        <AuditFilterField
          label={AUDIT_TEXTS.what}
          all={AUDIT_TEXTS.everything}
          options={KINDS.map((value) => ({ value, words: AUDIT_KINDS[value] }))}
          chosen={kind}
          onChoose={setKind}
        />
      </div>
      <AuditLog filter={{ by, kind }} />
    </Card>
  )
}
