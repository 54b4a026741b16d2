import type { Report } from '@partyline/contract'
import { REPORT_TABLES } from '@partyline/contract'
import { Card } from '../ui/index.ts'
import { CsvButton } from './csv-button.tsx'
import type { Sort } from './figures.ts'
import { FiguresTable } from './figures-table.tsx'
import type { Row } from './figures-table.tsx'
import { TABLE_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'

const ABOUT = { lines: TEXTS.linesAbout, people: TEXTS.peopleAbout, tags: TEXTS.tagsAbout } as const
const FIRST: Record<keyof typeof ABOUT, Sort> = {
  lines: { by: 'textsIn', descending: true },
  people: { by: 'textsOut', descending: true },
  tags: { by: 'textsOut', descending: true },
}

type Props = { table: keyof typeof ABOUT; report: Report; rows: readonly Row[] }

/** The figures of each line, person, or tag. */
export function FiguresCard({ table, report, rows: unordered }: Props) {
  const styles = useReportStyles()
  const title = REPORT_TABLES[table]
  const rows = unordered.toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <Card title={title} about={ABOUT[table]} action={rows.length > 0 && <CsvButton table={table} report={report} />}>
      {rows.length > 0 ? (
        <FiguresTable label={title} nameTitle={TEXTS.names[table]} rows={rows} first={FIRST[table]} />
      ) : (
        <p className={styles.noRows}>{TEXTS.noRows[table]}</p>
      )}
    </Card>
  )
}
