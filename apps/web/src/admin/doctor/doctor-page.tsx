import { DOCTOR_VERDICTS } from '@partyline/contract'
import type { DoctorCheck } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAuth } from '../../auth/index.ts'
import { usePlatform, useTimes } from '../../platform/platform-context.tsx'
import { announce, EmptyState } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { AdminSkeleton } from '../parts/admin-skeleton.tsx'
import { Card } from '../parts/card.tsx'
import { countsText, DOCTOR_TEXTS } from './doctor-page-texts.ts'
import { doctorQuery, hubQuery } from './doctor-queries.ts'
import { DoctorReport } from './doctor-report.tsx'
import { useDoctorStyles } from './doctor.styles.ts'
import { StateIcon } from './state-icon.tsx'
import { countsOf, verdictOf } from './verdict.ts'

/** Whether texts go to Twilio and come back, and what to do where they do not. */
export function DoctorPage() {
  const { api, apiBase } = usePlatform()
  const { tokens } = useAuth()
  const server = useQuery(doctorQuery(api))
  const hub = useQuery(hubQuery({ apiBase, tokens }))
  const isRunning = server.isFetching || hub.isFetching
  const checks = server.data && hub.data ? [...server.data.checks, hub.data] : null
  const runButton = useRef<HTMLButtonElement>(null)
  const wasMended = useRef(false)
  const run = () => void Promise.all([server.refetch(), hub.refetch()])

  function mended() {
    wasMended.current = true
    run()
  }

  useEffect(() => {
    if (isRunning || !checks) return
    // The button that was pressed is gone with its fault.
    if (wasMended.current) runButton.current?.focus()
    wasMended.current = false
    announce(`${DOCTOR_VERDICTS[verdictOf(checks)]}: ${countsText(countsOf(checks))}`)
    // Said once a run, when it is over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRunning])

  return (
    <>
      <Card
        title={DOCTOR_TEXTS.title}
        about={DOCTOR_TEXTS.about}
        action={
          <Button
            ref={runButton}
            appearance="primary"
            icon={<ArrowClockwiseRegular />}
            disabledFocusable={isRunning}
            onClick={run}
          >
            {isRunning ? DOCTOR_TEXTS.running : DOCTOR_TEXTS.run}
          </Button>
        }
      >
        <Summary
          checks={checks}
          at={server.data?.at ?? null}
          failed={server.isError && !server.isFetching}
          onAgain={run}
        />
      </Card>
      {checks && <DoctorReport checks={checks} onMended={mended} />}
    </>
  )
}

type SummaryProps = {
  checks: readonly DoctorCheck[] | null
  at: string | null
  failed: boolean
  onAgain: () => void
}

function Summary({ checks, at, failed, onAgain }: SummaryProps) {
  const styles = useDoctorStyles()
  const { quiet } = useAdminStyles()
  const times = useTimes()
  if (!checks) {
    if (!failed) return <AdminSkeleton />
    return <EmptyState title={DOCTOR_TEXTS.failedTitle} action={{ label: ADMIN_TEXTS.retry, onClick: onAgain }} />
  }
  const verdict = verdictOf(checks)
  return (
    <>
      <div className={styles.verdict}>
        <StateIcon state={verdict} className={styles.verdictIcon} />
        <div className={styles.verdictWords}>
          <p className={styles.verdictTitle}>{DOCTOR_VERDICTS[verdict]}</p>
          <p className={quiet}>
            {countsText(countsOf(checks))}
            {at && (
              <>
                {' · '}
                <time dateTime={at} title={times.full(at)}>
                  {DOCTOR_TEXTS.checkedAt(times.clock(at))}
                </time>
              </>
            )}
          </p>
        </div>
      </div>
      {failed && (
        <p role="alert" className={quiet}>
          {DOCTOR_TEXTS.againFailed}
        </p>
      )}
    </>
  )
}
