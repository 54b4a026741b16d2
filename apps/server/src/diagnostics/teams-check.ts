import { DIAGNOSTICS_FINDINGS, namesInWords } from '@partyline/contract'
import type { DiagnosticsFinding, TenantId } from '@partyline/contract'
import { teamsFailures } from '../notifications/index.ts'
import type { Queries } from '../platform/index.ts'

const { fine, refused } = DIAGNOSTICS_FINDINGS.notifications
const MAX_COUNTED = 100

/** For whom Teams refused the latest notification, and why for the last one of them. */
export async function teamsFinding(queries: Queries, tenantId: TenantId): Promise<DiagnosticsFinding> {
  const failures = await teamsFailures(queries, tenantId, MAX_COUNTED)
  const [latest] = failures
  if (!latest) return fine()
  const names = failures.map(({ name }) => name)
  return refused(namesInWords(names), latest.reason ?? 'no reason given')
}
