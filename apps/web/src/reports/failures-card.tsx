import type { Report } from '@partyline/contract'
import { REPORT_TABLES } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { Card, VisuallyHidden } from '../ui/index.ts'
import { CsvButton } from './csv-button.tsx'
import { written } from './numbers.ts'
import { TABLE_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'
import { useTableStyles } from './table.styles.ts'

/** Why texts did not reach a phone, and what to do. */
export function FailuresCard({ report }: { report: Report }) {
  const styles = useReportStyles()
  const table = useTableStyles()
  const { failures } = report
  if (failures.length === 0) {
    return (
      <Card title={REPORT_TABLES.failures}>
        <p className={styles.noRows}>{TEXTS.noFailures}</p>
      </Card>
    )
  }
  return (
    <Card
      title={REPORT_TABLES.failures}
      about={TEXTS.failuresAbout}
      action={<CsvButton table="failures" report={report} />}
    >
      <table className={table.table} aria-label={REPORT_TABLES.failures}>
        <thead>
          <tr>
            <th scope="col" className={mergeClasses(table.head, table.plainHead)}>
              {TEXTS.reason}
            </th>
            <th scope="col" className={mergeClasses(table.head, table.plainHead, table.number)}>
              {TEXTS.code}
            </th>
            <th scope="col" className={mergeClasses(table.head, table.plainHead, table.number)}>
              {TEXTS.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {failures.map(({ code, text, count }) => (
            <tr key={`${code} ${text}`} className={table.row}>
              <th scope="row" className={mergeClasses(table.cell, table.reason)}>
                {text}
              </th>
              <td className={mergeClasses(table.cell, table.number, table.quiet)}>
                {code ?? (
                  <>
                    <span aria-hidden="true">{TEXTS.none}</span>
                    <VisuallyHidden>{TEXTS.noValue}</VisuallyHidden>
                  </>
                )}
              </td>
              <td className={mergeClasses(table.cell, table.number)}>{written(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
