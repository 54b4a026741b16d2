import { CONTACT_IMPORT_REPORT as TEXTS } from '@partyline/contract'
import type { CallReply } from '@partyline/contract'
import { writePage } from '../../platform/index.ts'
import type { StoredRow } from './imports-store.ts'

/** A part of a report. `rows`: one more than the limit if there is another part. */
export function reportPart(
  rows: readonly StoredRow[],
  { fileName, limit, isFirst }: { fileName: string; limit: number; isFirst: boolean },
): CallReply<'contactImports.report'> {
  const page = rows.slice(0, limit)
  const lines = page.map(({ rowNumber, outcome, name, reasons, undo, undoReasons }) => [
    String(rowNumber),
    TEXTS.outcomes[outcome],
    name,
    reasons.join(' '),
    undo === null ? '' : [TEXTS.undone[undo], ...undoReasons].join(' '),
  ])
  const base = fileName.replace(/\.\w{1,5}$/, '')
  return {
    fileName: `${base} - ${TEXTS.fileName}.csv`,
    csv: writePage({ head: TEXTS.head, rows: lines }, { isFirst }),
    nextCursor: rows.length > limit ? (page.at(-1)?.rowNumber ?? null) : null,
  }
}
