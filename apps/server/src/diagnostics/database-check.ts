import { DIAGNOSTICS_FINDINGS, EMBEDDED_MAX_MESSAGES } from '@partyline/contract'
import type { DiagnosticsFinding } from '@partyline/contract'
import type { Queries } from '../platform/index.ts'
import { countMessages } from '../traffic/index.ts'

const { database } = DIAGNOSTICS_FINDINGS

/** Whether the embedded database has outgrown its tested size. The size is not shown: it covers all tenants. */
export async function databaseFinding(queries: Queries, isEmbedded: boolean): Promise<DiagnosticsFinding> {
  if (!isEmbedded) return database.postgres()
  return (await countMessages(queries)) > EMBEDDED_MAX_MESSAGES ? database.tooLarge() : database.embedded()
}
