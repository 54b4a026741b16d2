import type { Report } from '@partyline/contract'
import { REPORT_TABLES } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { DataBarVerticalRegular } from '@fluentui/react-icons/svg/data-bar-vertical'
import { TableRegular } from '@fluentui/react-icons/svg/table'
import { useState } from 'react'
import { Card, useFrameWidth } from '../ui/index.ts'
import { columnsOf } from './columns.ts'
import { CsvButton } from './csv-button.tsx'
import { DayPlot } from './day-plot.tsx'
import { FiguresTable } from './figures-table.tsx'
import { weekdayText } from './period.ts'
import { TABLE_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'

/** From here on, columns would be too thin. */
const MAX_DAYS = { one: 31, two: 92, three: 92 } as const

/** Texts of each day, as columns or as a table. */
export function DaysCard({ report }: { report: Report }) {
  const styles = useReportStyles()
  const [isTable, setIsTable] = useState(false)
  const byWeek = report.days.length > MAX_DAYS[useFrameWidth()]
  const about = byWeek && !isTable ? TEXTS.perWeek : TEXTS.perDay
  return (
    <Card
      title={REPORT_TABLES.days}
      about={about}
      action={
        <div className={styles.actions}>
          {/* The same button, so that it keeps the focus. */}
          <Button
            appearance="subtle"
            icon={isTable ? <DataBarVerticalRegular /> : <TableRegular />}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? TEXTS.showPlot : TEXTS.showTable}
          </Button>
          <CsvButton table="days" report={report} />
        </div>
      }
    >
      {isTable ? (
        <FiguresTable
          label={REPORT_TABLES.days}
          nameTitle={TEXTS.names.days}
          rows={report.days.map(({ day, ...figures }) => ({ key: day, name: weekdayText(day), figures }))}
          first={{ by: 'name', descending: false }}
          scrolled={TEXTS.scrolledDays}
        />
      ) : (
        <DayPlot columns={columnsOf(report.days, { byWeek })} />
      )}
    </Card>
  )
}
