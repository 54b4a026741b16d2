import type { Report, ReportSettings } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { DataTrendingRegular } from '@fluentui/react-icons/svg/data-trending'
import { SettingsRegular } from '@fluentui/react-icons/svg/settings'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loadOnApproach } from '../platform/chunks.ts'
import { useGo, useQueryParameters } from '../platform/navigation.tsx'
import { usePageTitle } from '../platform/page-title.tsx'
import { useApi, usePlatform } from '../platform/platform-context.tsx'
import { queryKeys } from '../platform/query-keys.ts'
import { currentTimeZone } from '../platform/times.ts'
import { announce, BusyRing, EmptyState, openModal, useFrameWidth } from '../ui/index.ts'
import { useMe } from '../users/index.ts'
import { DaysCard } from './days-card.tsx'
import { FailuresCard } from './failures-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { rangeOf, rangeText, readPeriod, writePeriod } from './period.ts'
import type { Period } from './period.ts'
import { PeriodPicker } from './period-picker.tsx'
import { settingsModal } from './report-modals.ts'
import { reportQuery } from './report-query.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { PAGE_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'
import { Tiles } from './tiles.tsx'
import { useTimesIn, useToday } from './use-today.ts'

/** The screen at `/reports`: the organization's figures for Admins, and their own for others. */
export function ReportsPage() {
  const styles = useReportStyles()
  usePageTitle(TEXTS.title)
  const me = useMe()
  const { surface } = usePlatform()
  const go = useGo()
  const query = useQueryParameters()
  const period = readPeriod(query)
  const timeZone = useReportZone()
  const times = useTimesIn(timeZone)
  const today = useToday(timeZone)
  const range = rangeOf(period, today)
  const report = useQuery(reportQuery(useApi(), range))
  const { data } = report
  const isOwn = data ? data.unanswered === null : me?.role === 'User'
  const isAdmin = data ? !isOwn : me?.role === 'Admin'
  useAnnouncedRange(data ? rangeText(data) : null)
  const choose = (next: Period) => go(`/reports${writePeriod(next)}`, { replace: true })

  return (
    <main className={styles.page} aria-label={TEXTS.title}>
      <div className={styles.column}>
        <header className={styles.head}>
          {surface === 'teams' && (
            <Button appearance="subtle" icon={<ArrowLeftRegular />} aria-label={TEXTS.back} onClick={() => go('/')} />
          )}
          <div className={styles.titles}>
            <h1 className={styles.title}>{isOwn ? TEXTS.own : TEXTS.title}</h1>
            <p className={styles.about}>
              <span className={styles.range}>{rangeText(data ?? range)}</span>{' '}
              {data && <span className={styles.fact}>{TEXTS.comparedWith(rangeText(data.before))}</span>}{' '}
              {data && <span className={styles.fact}>{TEXTS.zone(data.settings.timeZone)}</span>}{' '}
              {report.isPlaceholderData ? (
                <span className={styles.fact}>{TEXTS.loadingOther}</span>
              ) : (
                data?.countedAt && <span className={styles.fact}>{TEXTS.countedAt(times.clock(data.countedAt))}</span>
              )}
            </p>
          </div>
          <PeriodPicker period={period} range={range} today={today} onChange={choose}>
            {isAdmin && <SettingsButton settings={data?.settings} />}
          </PeriodPicker>
        </header>
        {data && report.isError && (
          <div className={styles.notice}>
            <output className={styles.stale}>{TEXTS.refreshFailed}</output>
            <Button size="small" onClick={() => void report.refetch()}>
              {TEXTS.retry}
            </Button>
          </div>
        )}
        {/* Always there, so that screen readers announce what comes into it. */}
        <output className={mergeClasses(styles.notice, !data?.daysMissing && styles.nothing)}>
          {data && data.daysMissing > 0 && (
            <>
              <BusyRing />
              {TEXTS.missing(data.daysMissing)}
            </>
          )}
        </output>
        {data ? (
          <div className={styles.parts} aria-busy={report.isPlaceholderData}>
            <Parts report={data} isOwn={isOwn} onShowDefault={() => choose('30-days')} period={period} />
          </div>
        ) : report.isError ? (
          <EmptyState
            title={TEXTS.failedTitle}
            action={{ label: TEXTS.retry, onClick: () => void report.refetch(), primary: true }}
          />
        ) : (
          <ReportSkeleton />
        )}
      </div>
    </main>
  )
}

/** The time zone of days, which every report states. Until there is one, the browser’s. */
function useReportZone(): string {
  const queries = useQueryClient().getQueryCache().findAll({ queryKey: queryKeys.reports.all })
  const [latest] = queries.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  return (latest?.state.data as Report | undefined)?.settings.timeZone ?? currentTimeZone()
}

/** Announces which days are shown, once another choice has loaded. */
function useAnnouncedRange(range: string | null) {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (range === null || range === last.current) return
    if (last.current !== null) announce(TEXTS.shown(range))
    last.current = range
  }, [range])
}

type PartsProps = { report: Report; isOwn: boolean; period: Period; onShowDefault: () => void }

function Parts({ report, isOwn, period, onShowDefault }: PartsProps) {
  const { total, totalBefore, daysMissing, unanswered } = report
  const isNothing = isEmpty(total) && daysMissing === 0 && (unanswered?.length ?? 0) === 0
  if (isNothing && isEmpty(totalBefore) && typeof period === 'string') {
    return (
      <EmptyState
        icon={<DataTrendingRegular />}
        title={TEXTS.emptyTitle}
        text={isOwn ? TEXTS.emptyOwnText : TEXTS.emptyText}
      />
    )
  }
  if (isNothing) {
    return (
      <EmptyState
        icon={<DataTrendingRegular />}
        title={TEXTS.emptyPeriodTitle}
        text={TEXTS.emptyPeriodText}
        {...(period !== '30-days' && { action: { label: TEXTS.show30, onClick: onShowDefault } })}
      />
    )
  }
  return (
    <>
      <Tiles report={report} />
      <DaysCard report={report} />
      <HoursCard report={report} isOwn={isOwn} />
      {!isOwn && (
        <>
          <FiguresCard table="people" report={report} rows={report.people.map(rowById)} />
          <FiguresCard table="lines" report={report} rows={report.lines.map(rowById)} />
          <FiguresCard
            table="tags"
            report={report}
            rows={report.tags.map(({ tag, ...figures }) => ({ key: tag, name: tag, figures }))}
          />
        </>
      )}
      <FailuresCard report={report} />
    </>
  )
}

const rowById = ({ id, name, ...figures }: Report['people' | 'lines'][number]) => ({ key: id as string, name, figures })

function isEmpty({ textsIn, textsOut, failed, optOuts }: Report['total']): boolean {
  return (textsIn ?? 0) + textsOut + failed + (optOuts ?? 0) === 0
}

/** It is there before the settings are, so that nothing moves. */
function SettingsButton({ settings }: { settings: ReportSettings | undefined }) {
  const styles = useReportStyles()
  const isNarrow = useFrameWidth() === 'one'
  return (
    <Button
      className={styles.narrowButton}
      icon={<SettingsRegular />}
      {...(isNarrow && { 'aria-label': TEXTS.settings })}
      disabledFocusable={settings === undefined}
      onClick={() => settings && openModal(settingsModal, { settings })}
      {...loadOnApproach(settingsModal.load)}
    >
      {isNarrow ? null : TEXTS.settings}
    </Button>
  )
}
