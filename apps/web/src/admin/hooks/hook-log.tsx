import type { Hook, HookAttempt, HookEvent } from '@partyline/contract'
import { HOOK_FAILURES, HOOK_KINDS, HOOK_STATES, OPTIONS_HEIGHT } from '@partyline/contract'
import { Badge, Button, mergeClasses, Option } from '@fluentui/react-components'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Card, Dropdown, EmptyState, errorModal, openModal, PageSkeleton, showToast } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Clock, Days } from '../log/days.tsx'
import { useHookLogStyles } from './hook-log.styles.ts'
import { hookName } from './hook-name.ts'
import { hookEventsQuery, hooksQuery, useHooksChanged } from './hooks-queries.ts'
import { HOOK_LOG_TEXTS } from './hooks-texts.ts'

const HOUR_MS = 3_600_000
const PERIODS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const
type Period = keyof typeof PERIODS_MS

/** The deliveries of a webhook. Renders nothing if there is no webhook. */
export function HookLog() {
  const { data: hooks = [] } = useQuery(hooksQuery(useApi()))
  const styles = useAdminStyles()
  const { hook: hookStyle } = useHookLogStyles()
  const [chosen, setChosen] = useState<string | null>(null)
  const hook = hooks.find(({ id }) => id === chosen) ?? hooks[0]
  if (!hook) return null
  return (
    <Card title={HOOK_LOG_TEXTS.title} about={HOOK_LOG_TEXTS.about}>
      <div className={styles.tools}>
        {hooks.length > 1 && (
          <Dropdown
            className={mergeClasses(styles.search, hookStyle)}
            aria-label={HOOK_LOG_TEXTS.hook}
            listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
            value={hookName(hook, hooks)}
            selectedOptions={[hook.id]}
            onOptionSelect={(_, { optionValue }) => setChosen(optionValue ?? null)}
          >
            {hooks.map((each) => (
              <Option key={each.id} value={each.id}>
                {hookName(each, hooks)}
              </Option>
            ))}
          </Dropdown>
        )}
        {hook.enabled && <ReplayAll hook={hook} />}
      </div>
      <Events key={hook.id} hook={hook} />
    </Card>
  )
}

function ReplayAll({ hook }: { hook: Hook }) {
  const api = useApi()
  const styles = useAdminStyles()
  const changed = useHooksChanged()
  const [period, setPeriod] = useState<Period>('day')
  async function replay() {
    const since = new Date(Date.now() - PERIODS_MS[period]).toISOString()
    try {
      const { count } = await api.call('hooks.replayAll', { params: { hookId: hook.id }, body: { since } })
      showToast({ kind: 'done', text: HOOK_LOG_TEXTS.againCount(count) })
      await changed()
    } catch (error) {
      openModal(errorModal, { title: HOOK_LOG_TEXTS.againAll, message: errorText(error) })
    }
  }
  return (
    <>
      <Dropdown
        className={styles.filter}
        aria-label={HOOK_LOG_TEXTS.since}
        listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
        value={HOOK_LOG_TEXTS.periods[period]}
        selectedOptions={[period]}
        onOptionSelect={(_, { optionValue }) => setPeriod(optionValue as Period)}
      >
        {(Object.keys(PERIODS_MS) as Period[]).map((each) => (
          <Option key={each} value={each}>
            {HOOK_LOG_TEXTS.periods[each]}
          </Option>
        ))}
      </Dropdown>
      <Button onClick={() => void replay()}>{HOOK_LOG_TEXTS.againAll}</Button>
    </>
  )
}

function Events({ hook }: { hook: Hook }) {
  const styles = useAdminStyles()
  const log = useInfiniteQuery(hookEventsQuery(useApi(), hook.id))
  if (log.data === undefined) {
    if (!log.isError) return <PageSkeleton />
    const retry = { label: ADMIN_TEXTS.retry, onClick: () => void log.refetch(), primary: true }
    return <EmptyState title={HOOK_LOG_TEXTS.failedTitle} action={retry} />
  }
  const events = log.data.pages.flat()
  if (events.length === 0) return <EmptyState title={HOOK_LOG_TEXTS.emptyTitle} />
  return (
    <>
      <Days items={events} at={({ happenedOn }) => happenedOn}>
        {(event) => <Entry key={event.id} hook={hook} event={event} />}
      </Days>
      {log.isFetchNextPageError && (
        <p role="alert" className={styles.quiet}>
          {HOOK_LOG_TEXTS.moreFailed}
        </p>
      )}
      {log.hasNextPage && (
        <Button
          className={styles.way}
          disabledFocusable={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {ADMIN_TEXTS.showMore}
        </Button>
      )}
    </>
  )
}

const COLORS = { waiting: 'warning', delivered: 'success', failed: 'danger', missed: 'subtle' } as const

function Entry({ hook, event }: { hook: Hook; event: HookEvent }) {
  const api = useApi()
  const times = useTimes()
  const styles = useAdminStyles()
  const { details, summary } = useHookLogStyles()
  const changed = useHooksChanged()
  const { id: hookEventId, kind, happenedOn, state, nextAttemptOn, attempts } = event
  const words = kind === 'webhook.test' ? HOOK_LOG_TEXTS.test : HOOK_KINDS[kind]
  async function replay() {
    try {
      await api.call('hooks.replay', { params: { hookId: hook.id, hookEventId } })
      await changed()
    } catch (error) {
      openModal(errorModal, { title: HOOK_LOG_TEXTS.again, message: errorText(error) })
    }
  }
  return (
    <li className={styles.item}>
      <div className={styles.itemWords}>
        {words}
        <span className={styles.itemDetail}>
          {kind} · <Clock at={happenedOn} />
          {nextAttemptOn && ` · ${HOOK_LOG_TEXTS.next(times.full(nextAttemptOn))}`}
        </span>
        {attempts.length > 0 && (
          <details className={details}>
            <summary className={summary}>{HOOK_LOG_TEXTS.attempts(attempts.length)}</summary>
            <span className={styles.itemDetail}>{hookEventId}</span>
            {attempts.map((attempt) => (
              <span key={attempt.at} className={styles.itemDetail}>
                {times.full(attempt.at)} · {outcomeOf(attempt)}
              </span>
            ))}
          </details>
        )}
      </div>
      <Badge appearance="tint" color={COLORS[state]}>
        {HOOK_STATES[state]}
      </Badge>
      {(state !== 'waiting' || nextAttemptOn !== null) && hook.enabled && (
        <Button size="small" aria-label={HOOK_LOG_TEXTS.againOf(words)} onClick={() => void replay()}>
          {HOOK_LOG_TEXTS.again}
        </Button>
      )}
    </li>
  )
}

function outcomeOf({ status, failure, durationMs }: HookAttempt): string {
  return [
    failure === null ? HOOK_LOG_TEXTS.delivered : HOOK_FAILURES[failure],
    ...(status === null ? [] : [HOOK_LOG_TEXTS.status(status)]),
    HOOK_LOG_TEXTS.duration(durationMs),
  ].join(' · ')
}
