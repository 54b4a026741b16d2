import type { ContactField, ImportDuplicates, PreviewedRow } from '@partyline/contract'
import { importDuplicates } from '@partyline/contract'
import { Badge, Field, Radio, RadioGroup } from '@fluentui/react-components'
import { usePhoneFormat } from '../../numbers/index.ts'
import { PageSkeleton } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { IMPORT_TEXTS } from './import-texts.ts'
import { useImportStyles } from './import.styles.ts'

const COLORS = {
  added: 'success',
  filled: 'brand',
  overwritten: 'warning',
  skipped: 'subtle',
  refused: 'danger',
} as const

type Props = {
  /** Null while they are checked. */
  rows: readonly PreviewedRow[] | null
  total: number
  fields: readonly ContactField[]
  duplicates: ImportDuplicates
  onChoose: (duplicates: ImportDuplicates) => void
}

/** The first rows as they will be, and the choice for duplicates. */
export function ImportPreview({ rows, total, fields, duplicates, onChoose }: Props) {
  const styles = useImportStyles()
  const me = useMe()
  const format = usePhoneFormat(me?.defaultCountry)
  const isAdmin = me?.role === 'Admin'
  return (
    <>
      <Field
        label={IMPORT_TEXTS.duplicates}
        hint={isAdmin ? IMPORT_TEXTS.choiceHints[duplicates] : IMPORT_TEXTS.onlySkip}
      >
        <RadioGroup value={duplicates} onChange={(_, { value }) => onChoose(value as ImportDuplicates)}>
          {importDuplicates.options
            .filter((choice) => isAdmin || choice === 'skip')
            .map((choice) => (
              <Radio key={choice} value={choice} label={IMPORT_TEXTS.choices[choice]} />
            ))}
        </RadioGroup>
      </Field>
      {rows === null ? (
        <PageSkeleton />
      ) : (
        <>
          <output className={styles.summary}>
            {IMPORT_TEXTS.previewOf(rows.length, total)}: {IMPORT_TEXTS.summary(countsOf(rows))}
          </output>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard */}
          <section className={styles.frame} tabIndex={0} aria-label={IMPORT_TEXTS.previewed}>
            <ul className={styles.list}>
              {rows.map((row) => (
                <li key={row.row} className={styles.item}>
                  <span className={styles.words} dir="auto">
                    <span className={styles.name}>{nameOf(row)}</span>
                    {row.reasons.map((reason) => (
                      <span key={reason} className={styles.quiet}>
                        {reason}
                      </span>
                    ))}
                    {detailsOf(row, fields, format).map((line) => (
                      <span key={line} className={styles.quiet}>
                        {line}
                      </span>
                    ))}
                  </span>
                  <Badge className={styles.state} appearance="tint" color={COLORS[row.outcome]}>
                    {IMPORT_TEXTS.outcomes[row.outcome]}
                  </Badge>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </>
  )
}

/** With the number of a row that leads to no contact, which people look for in their file. */
function nameOf({ row, name, card }: PreviewedRow): string {
  if (name !== null && card !== null) return name
  return [IMPORT_TEXTS.row(row), name].filter((part) => part !== null).join(': ')
}

function countsOf(rows: readonly PreviewedRow[]) {
  const counts = { added: 0, filled: 0, overwritten: 0, skipped: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

function detailsOf(
  { card }: PreviewedRow,
  fields: readonly ContactField[],
  format: (number: string) => string,
): string[] {
  if (!card) return []
  const own = fields.flatMap(({ id, name }) => (card.fields[id] ? [`${name}: ${card.fields[id]}`] : []))
  return [
    [...card.phones.map(format), ...card.emails].join(', '),
    [card.company, card.tags.join(', '), card.language ?? '', card.timeZone ?? ''].filter(Boolean).join(' · '),
    own.join(' · '),
    card.remarks.length > 120 ? `${card.remarks.slice(0, 120)}…` : card.remarks,
  ].filter(Boolean)
}
