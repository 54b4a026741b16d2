import type { Report, ReportAnswers } from '@partyline/contract'
import { REPORT_BOUNDS } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { loadOnApproach } from '../platform/chunks.ts'
import { openModal } from '../ui/index.ts'
import { countDelta, durationDelta, shareDelta } from './deltas.ts'
import type { Delta } from './deltas.ts'
import { aboutDuration, asLimit, durationText } from './durations.ts'
import { percentText, written } from './numbers.ts'
import { settingsModal, unansweredModal } from './report-modals.ts'
import { TILE_TEXTS as TEXTS } from './report-texts.ts'
import { useReportStyles } from './reports.styles.ts'
import type { UnansweredModalProps } from './unanswered-modal.tsx'
import { useTimesIn } from './use-today.ts'

/** The figures of the whole period, next to those of the one before. */
export function Tiles({ report }: { report: Report }) {
  const { total, totalBefore, unanswered } = report
  const before = totalBefore
  return (
    <>
      <TileGroup title={TEXTS.speed}>
        <AnswerTile title={TEXTS.firstAnswer} now={total.firstAnswers} before={before.firstAnswers} />
        <AnswerTile title={TEXTS.laterAnswer} now={total.laterAnswers} before={before.laterAnswers} />
        <GoalTile report={report} />
        {unanswered && <UnansweredTile chats={unanswered} timeZone={report.settings.timeZone} />}
      </TileGroup>
      <TileGroup title={TEXTS.amounts} isSmall>
        <CountTile title={TEXTS.textsIn} now={total.textsIn} before={before.textsIn} />
        <CountTile title={TEXTS.textsOut} now={total.textsOut} before={before.textsOut} />
        <CountTile title={TEXTS.peopleHelped} now={total.peopleHelped} before={before.peopleHelped} />
        <CountTile title={TEXTS.failed} now={total.failed} before={before.failed} />
        <CountTile title={TEXTS.optOuts} now={total.optOuts} before={before.optOuts} />
      </TileGroup>
    </>
  )
}

function TileGroup({ title, isSmall = false, children }: { title: string; isSmall?: boolean; children: ReactNode }) {
  const styles = useReportStyles()
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={styles.groupTitle}>
        {title}
      </h2>
      <dl className={mergeClasses(styles.tiles, isSmall && styles.smallTiles)}>{children}</dl>
    </section>
  )
}

type TileProps = { title: string; of?: string; value: ReactNode; delta?: Delta | null; children?: ReactNode }

/** `of`: what the value is of, next to the title. */
function Tile({ title, of, value, delta, children }: TileProps) {
  const styles = useReportStyles()
  return (
    <div className={styles.tile}>
      <dt className={styles.tileTitle}>
        {title} {of && <span className={styles.of}>{of}</span>}
      </dt>
      <dd className={styles.tileValue}>{value}</dd>
      {delta && (
        <dd
          className={mergeClasses(
            styles.delta,
            delta.tone === 'better' && styles.better,
            delta.tone === 'worse' && styles.worse,
          )}
        >
          {delta.text}
        </dd>
      )}
      {children}
    </div>
  )
}

type CountProps = { title: string; now: number | null; before: number | null }

function CountTile({ title, now, before }: CountProps) {
  if (now === null) return null
  return <Tile title={title} value={written(now)} delta={countDelta(now, before ?? 0)} />
}

type AnswerProps = { title: string; now: ReportAnswers; before: ReportAnswers }

/** In opening hours first. Where a line is always open, the clock says the same. */
function AnswerTile({ title, now, before }: AnswerProps) {
  const styles = useReportStyles()
  const { open, clock } = now
  if (open.median === null) return <NoAnswersTile title={title} />
  const isSame = open.median === clock.median && open.p90 === clock.p90
  const options = { inDays: isSame }
  return (
    <Tile
      title={title}
      value={aboutDuration(open.median, options)}
      delta={durationDelta(open.median, before.open.median, options)}
      {...(!isSame && { of: TEXTS.inOpeningHours })}
    >
      {open.p90 !== null && (
        <dd className={styles.detail}>{TEXTS.mostWithin(asLimit(aboutDuration(open.p90, options)))}</dd>
      )}
      {!isSame && clock.median !== null && clock.p90 !== null && (
        <dd className={styles.detail}>
          {TEXTS.byTheClock(
            aboutDuration(clock.median, { inDays: true }),
            asLimit(durationText(clock.p90, { inDays: true })),
          )}
        </dd>
      )}
    </Tile>
  )
}

function NoAnswersTile({ title }: { title: string }) {
  const styles = useReportStyles()
  return (
    <Tile title={title} value={<span className={styles.noGoal}>{TEXTS.none}</span>}>
      <dd className={styles.detail}>{TEXTS.noAnswers}</dd>
    </Tile>
  )
}

function GoalTile({ report }: { report: Report }) {
  const styles = useReportStyles()
  const { settings, total, totalBefore, unanswered } = report
  if (settings.goalMinutes === null) {
    // Only Admins can set one.
    if (unanswered === null) return null
    return (
      <Tile title={TEXTS.goal} value={<span className={styles.noGoal}>{TEXTS.noGoal}</span>}>
        <dd className={styles.detail}>
          <Button
            size="small"
            onClick={() => openModal(settingsModal, { settings })}
            {...loadOnApproach(settingsModal.load)}
          >
            {TEXTS.setGoal}
          </Button>
        </dd>
      </Tile>
    )
  }
  const { withinGoal } = total.firstAnswers
  if (withinGoal === null) return <NoAnswersTile title={TEXTS.goal} />
  const later = total.laterAnswers.withinGoal
  return (
    <Tile
      title={TEXTS.goal}
      of={durationText(settings.goalMinutes * 60)}
      value={percentText(withinGoal)}
      delta={shareDelta(withinGoal, totalBefore.firstAnswers.withinGoal)}
    >
      <dd className={styles.detail}>{later === null ? TEXTS.firstGoal : TEXTS.bothGoals(percentText(later))}</dd>
    </Tile>
  )
}

function UnansweredTile({ chats, timeZone }: UnansweredModalProps) {
  const styles = useReportStyles()
  const times = useTimesIn(timeZone)
  const [first] = chats
  const value = chats.length >= REPORT_BOUNDS.unanswered ? TEXTS.atMost(chats.length) : written(chats.length)
  return (
    <Tile title={TEXTS.unanswered} of={TEXTS.readOrUnread} value={value}>
      <dd className={styles.detail}>{first ? TEXTS.since(times.until(first.since)) : TEXTS.allAnswered}</dd>
      {first && (
        <dd className={styles.detail}>
          <Button
            size="small"
            onClick={() => openModal(unansweredModal, { chats, timeZone })}
            {...loadOnApproach(unansweredModal.load)}
          >
            {TEXTS.showChats}
          </Button>
        </dd>
      )}
    </Tile>
  )
}
