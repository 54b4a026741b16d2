import type { Report, ReportTable } from '@partyline/contract'
import { REPORT_TABLES } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { useState } from 'react'
import { errorText } from '../platform/api-error.ts'
import { useApi } from '../platform/platform-context.tsx'
import { saveFile } from '../platform/save-file.ts'
import { errorModal, openModal, showToast } from '../ui/index.ts'
import { CSV_TEXTS as TEXTS } from './report-texts.ts'

/** Downloads a table of the report. */
export function CsvButton({ table, report: { from, to } }: { table: ReportTable; report: Report }) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    setIsBusy(true)
    try {
      const { fileName, csv } = await api.call('reports.csv', { query: { from, to, table } })
      saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
      showToast({ kind: 'done', text: TEXTS.done })
    } catch (error) {
      openModal(errorModal, { title: TEXTS.failed, message: errorText(error) })
    }
    setIsBusy(false)
  }
  return (
    <Button
      appearance="subtle"
      icon={<ArrowDownloadRegular />}
      disabledFocusable={isBusy}
      aria-label={TEXTS.downloadOf(REPORT_TABLES[table])}
      onClick={() => void download()}
    >
      {TEXTS.download}
    </Button>
  )
}
