import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { PrintRegular } from '@fluentui/react-icons/svg/print'
import { useRef, useState } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { Card } from '../../ui/index.ts'
import { LEDGER_TEXTS } from './consent-texts.ts'
import { exportConsent } from './export-consent.ts'
import { printAddress } from './print-address.ts'

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

/** The whole ledger of consent, for Admins: as a file, and as a page to print. */
export function ConsentLedger() {
  const styles = useStyles()
  const api = useApi()
  const [isExporting, setExporting] = useState(false)
  const isStopped = useRef(false)

  async function exportAll() {
    isStopped.current = false
    setExporting(true)
    await exportConsent(api, null, () => isStopped.current)
    setExporting(false)
  }

  return (
    <Card title={LEDGER_TEXTS.title} about={LEDGER_TEXTS.about}>
      <div className={styles.actions}>
        {/* The same button, so that it keeps the focus. */}
        <Button
          icon={isExporting ? <DismissRegular /> : <ArrowDownloadRegular />}
          onClick={() => {
            if (isExporting) isStopped.current = true
            else void exportAll()
          }}
        >
          {isExporting ? LEDGER_TEXTS.stop : LEDGER_TEXTS.export}
        </Button>
        <Button as="a" icon={<PrintRegular />} href={printAddress(null)} target="_blank" rel="noreferrer">
          {LEDGER_TEXTS.print}
        </Button>
      </div>
    </Card>
  )
}
