import type {
  ContactImport,
  ContactImportId,
  ContactImportRow,
  EnvelopeCallName,
  ImportDuplicates,
  ImportOutcome,
  PreviewedRow,
} from '@partyline/contract'
import { CONTACT_IMPORT_REASONS } from '@partyline/contract'
import { e164Of } from './admin-answers.ts'
import { find } from './answer.ts'
import type { Answer } from './answer.ts'
import type { Clinic } from './clinic.ts'

const NO_COUNTS: Record<ImportOutcome, number> = { added: 0, filled: 0, overwritten: 0, skipped: 0, refused: 0 }

/** The calls of imports of contacts. What is imported is counted, and does not appear in the list. */
export const IMPORT_ANSWERS: { [Name in EnvelopeCallName]?: Answer<Name> } = {
  'contactImports.list': ({ contactImports }) => contactImports,
  'contactImports.columns': ({ importColumns }, { body: { headings } }) => {
    const isSame = importColumns?.map(({ heading }) => heading).join() === headings.join()
    return { columns: isSame ? importColumns : null }
  },
  'contactImports.preview': (clinic, { body: { rows, duplicates } }) =>
    rows.map((row) => previewOf(clinic, row, duplicates)),
  'contactImports.start': (clinic, { body: { fileName, duplicates, total, consent } }) => {
    const now = new Date().toISOString()
    const started: ContactImport = {
      id: crypto.randomUUID() as ContactImportId,
      fileName,
      by: { id: clinic.me.id, name: clinic.me.name },
      createdAt: now,
      updatedAt: now,
      duplicates,
      state: 'running',
      total,
      done: 0,
      counts: { ...NO_COUNTS },
      undone: 0,
      kept: 0,
      consent: consent ? { state: consent.state, statement: consent.statement, phones: 0 } : null,
    }
    clinic.contactImports.unshift(started)
    return { ...started }
  },
  'contactImports.add': (clinic, { params, body: { rows } }) => {
    const current = find(clinic.contactImports, params.contactImportId)
    for (const row of rows) {
      const { outcome, card, phones } = previewOf(clinic, row, current.duplicates)
      current.counts[outcome] += 1
      if (current.consent?.state === 'revoked') current.consent.phones += phones.length
      else if (current.consent && outcome !== 'skipped') current.consent.phones += card?.phones.length ?? 0
    }
    current.done += rows.length
    return structuredClone(current)
  },
  'contactImports.finish': (clinic, { params }) =>
    structuredClone(Object.assign(find(clinic.contactImports, params.contactImportId), { state: 'finished' })),
  'contactImports.undo': (clinic, { params }) => {
    const current = find(clinic.contactImports, params.contactImportId)
    const { added, filled, overwritten } = current.counts
    return structuredClone(Object.assign(current, { state: 'undone', undone: added + filled + overwritten, kept: 1 }))
  },
  'contactImports.report': (clinic, { params }) => {
    const { fileName } = find(clinic.contactImports, params.contactImportId)
    return { fileName: `${fileName} - import report.csv`, csv: 'Row,Result\r\n2,Added\r\n', nextCursor: null }
  },
}

function previewOf({ contacts }: Clinic, row: ContactImportRow, duplicates: ImportDuplicates): PreviewedRow {
  const phones = row.phones.flatMap((number) => e164Of({ number }) ?? [])
  const known = contacts.find(({ number }) => phones.includes(number))
  const card = {
    name: row.name || row.company || (row.emails[0] ?? phones[0] ?? ''),
    company: row.company,
    emails: row.emails,
    phones,
    tags: row.tags,
    remarks: row.remarks,
    timeZone: row.timeZone || null,
    language: row.language || null,
    fields: row.fields,
  }
  if (phones.length === 0 && row.emails.length === 0) {
    const reasons = [CONTACT_IMPORT_REASONS.noPhoneOrEmail]
    return { row: row.row, name: card.name || null, outcome: 'refused', phones, card: null, reasons }
  }
  if (!known) return { row: row.row, name: card.name, outcome: 'added', phones, card, reasons: [] }
  const outcome = ({ skip: 'skipped', fill: 'filled', overwrite: 'overwritten' } as const)[duplicates]
  const isSaid = duplicates === 'skip' || card.name !== known.name
  const reasons = isSaid ? [CONTACT_IMPORT_REASONS.matches(known.name)] : []
  const name = duplicates === 'overwrite' ? card.name : known.name
  return { row: row.row, name: card.name, outcome, phones, card: { ...card, name }, reasons }
}
