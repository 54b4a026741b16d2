import { AuditPage } from './audit/audit-page.tsx'
import { RejectedMessages } from './rejected/rejected-messages.tsx'

/** The texts that reached no chat, and who did what. */
export function LogPage() {
  return (
    <>
      <RejectedMessages />
      <AuditPage />
    </>
  )
}
