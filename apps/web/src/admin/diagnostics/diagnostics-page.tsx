import { DIAGNOSTICS_VERDICTS, DIAGNOSTICS_CHECKS } from '@partyline/contract'
import type { DiagnosticsCheck } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useAuth } from '../../auth/index.ts'
import { usePlatform, useTimes } from '../../platform/platform-context.tsx'
import { announce, Card, EmptyState, PageSkeleton } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { countsText, DIAGNOSTICS_TEXTS, HUB_FINDINGS } from './diagnostics-texts.ts'
import { DiagnosticsReport } from './diagnostics-report.tsx'
import { useDiagnosticsStyles } from './diagnostics.styles.ts'
import { StateIcon } from './finding.tsx'
import { countsOf, verdictOf, toKnown } from './verdict.ts'
import type { AccessTokenSource, Api } from '../../platform/api.ts'
import { probeHub } from '../../core/realtime/probe-hub.ts'
import { queryKeys } from '../../platform/query-keys.ts'

/** Runs are not cached: there is one when the page opens, on a click, and after a fix. */
const NOT_CACHED = { staleTime: 0, gcTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** The server's checks. */
function diagnosticsQuery(api: Api) {
  return queryOptions({
    queryKey: queryKeys.diagnostics,
    queryFn: async ({ signal }) => {
      const report = await api.call('diagnostics.run', { signal })
      return { ...report, checks: report.checks.map(toKnown) }
    },
    ...NOT_CACHED,
  })
}

type HubParts = { apiBase: string; tokens: AccessTokenSource }

/** The check that only this browser can make. */
function hubQuery({ apiBase, tokens }: HubParts) {
  return queryOptions({
    queryKey: queryKeys.hubReach,
    queryFn: async (): Promise<DiagnosticsCheck> => {
      const reach = await probeHub({ base: apiBase, accessToken: async () => (await tokens.current()) ?? '' })
      return {
        id: 'hub',
        title: DIAGNOSTICS_CHECKS.hub.title,
        number: null,
        fix: null,
        link: null,
        ...HUB_FINDINGS[reach],
      }
    },
    ...NOT_CACHED,
  })
}

/** Checks the path of a text to Twilio and back, with advice for what fails. */
export function DiagnosticsPage() {
  const { api, apiBase } = usePlatform()
  const { tokens } = useAuth()
  const server = useQuery(diagnosticsQuery(api))
  const hub = useQuery(hubQuery({ apiBase, tokens }))
  const isRunning = server.isFetching || hub.isFetching
  const checks = server.data && hub.data ? [...server.data.checks, hub.data] : null
  const runButton = useRef<HTMLButtonElement>(null)
  const wasFixed = useRef(false)
  const run = () => void Promise.all([server.refetch(), hub.refetch()])

  function fixed() {
    wasFixed.current = true
    run()
  }

  useEffect(() => {
    if (isRunning || !checks) return
    // The pressed button disappears with its problem.
    if (wasFixed.current) runButton.current?.focus()
    wasFixed.current = false
    announce(`${DIAGNOSTICS_VERDICTS[verdictOf(checks)]}: ${countsText(countsOf(checks))}`)
    // Announced once per run, at its end. A run too fast to be drawn changes only the data.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRunning, server.data, hub.data])

  return (
    <>
      <Card
        title={DIAGNOSTICS_TEXTS.title}
        about={DIAGNOSTICS_TEXTS.about}
        action={
          <Button
            ref={runButton}
            appearance="primary"
            icon={<ArrowClockwiseRegular />}
            disabledFocusable={isRunning}
            onClick={run}
          >
            {isRunning ? DIAGNOSTICS_TEXTS.running : DIAGNOSTICS_TEXTS.run}
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
      {checks && <DiagnosticsReport checks={checks} onFixed={fixed} />}
    </>
  )
}

type SummaryProps = {
  checks: readonly DiagnosticsCheck[] | null
  at: string | null
  failed: boolean
  onAgain: () => void
}

function Summary({ checks, at, failed, onAgain }: SummaryProps) {
  const styles = useDiagnosticsStyles()
  const { quiet } = useAdminStyles()
  const times = useTimes()
  if (!checks) {
    if (!failed) return <PageSkeleton />
    return <EmptyState title={DIAGNOSTICS_TEXTS.failedTitle} action={{ label: ADMIN_TEXTS.retry, onClick: onAgain }} />
  }
  const verdict = verdictOf(checks)
  return (
    <>
      <div className={styles.verdict}>
        <StateIcon state={verdict} className={styles.verdictIcon} />
        <div className={styles.verdictWords}>
          <p className={styles.verdictTitle}>{DIAGNOSTICS_VERDICTS[verdict]}</p>
          <p className={quiet}>
            {countsText(countsOf(checks))}
            {at && (
              <>
                {' · '}
                <time dateTime={at} title={times.full(at)}>
                  {DIAGNOSTICS_TEXTS.checkedAt(times.clock(at))}
                </time>
              </>
            )}
          </p>
        </div>
      </div>
      {failed && (
        <p role="alert" className={quiet}>
          {DIAGNOSTICS_TEXTS.againFailed}
        </p>
      )}
    </>
  )
}
