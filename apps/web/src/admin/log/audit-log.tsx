import { actorWithoutUser, AUDIT_FIELDS, AUDIT_KINDS, PAGE } from '@partyline/contract'
import type { AuditEntry, AuditEntryId, AuditField } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query'
import { usePhoneFormat } from '../../numbers/index.ts'
import type { PhoneFormat } from '../../numbers/index.ts'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { useTenant } from '../../settings/index.ts'
import { EmptyState, PageSkeleton } from '../../ui/index.ts'
import { ADMIN_TEXTS, AUDIT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Clock, Days } from './days.tsx'
import { NoMatch } from '../parts/no-match.tsx'
import type { Api } from '../../platform/api.ts'
import { queryKeys } from '../../platform/query-keys.ts'
import type { AuditFilter } from '../../platform/query-keys.ts'

/** Newest first, by the page. */
function auditQuery(api: Api, filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.settings.audit(filter),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam && { before: pageParam }) }
      return api.call('settings.audit', { query: { ...query, limit: PAGE.auditEntries }, signal })
    },
    initialPageParam: null as AuditEntryId | null,
    getNextPageParam: (page) => (page.length < PAGE.auditEntries ? null : (page.at(-1)?.id ?? null)),
    // Almost every action adds to it.
    staleTime: 0,
  })
}

/** The audit log, newest first, in pages. */
export function AuditLog({ filter }: { filter: AuditFilter }) {
  const styles = useAdminStyles()
  const format = usePhoneFormat(useTenant().defaultCountry)
  const log = useInfiniteQuery(auditQuery(useApi(), filter))
  if (log.data === undefined) {
    if (!log.isError) return <PageSkeleton />
    const retry = { label: ADMIN_TEXTS.retry, onClick: () => void log.refetch(), primary: true }
    return <EmptyState title={AUDIT_TEXTS.failedTitle} action={retry} />
  }
  const entries = log.data.pages.flat()
  if (entries.length === 0)
    return Object.keys(filter).length > 0 ? <NoMatch /> : <EmptyState title={AUDIT_TEXTS.emptyTitle} />
  return (
    <>
      <Days items={entries} at={({ at }) => at}>
        {(entry) => <Entry key={entry.id} entry={entry} format={format} />}
      </Days>
      {log.isFetchNextPageError && (
        <p role="alert" className={styles.quiet}>
          {AUDIT_TEXTS.moreFailed}
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

function Entry({ entry, format }: { entry: AuditEntry; format: PhoneFormat }) {
  const styles = useAdminStyles()
  const times = useTimes()
  const { at, by, kind, subject, changes } = entry
  const words = (field: AuditField, value: string) => (field === 'endsAt' && value ? times.longDate(value) : value)
  return (
    <li className={styles.item}>
      <span className={styles.itemWords}>
        {[AUDIT_KINDS[kind], subject && format(subject)].filter(Boolean).join(' · ')}
        {changes.map(({ field, from, to }) => (
          <span key={field} className={styles.itemDetail}>
            {AUDIT_TEXTS.change(AUDIT_FIELDS[field], words(field, from), words(field, to))}
          </span>
        ))}
        <span className={styles.itemDetail}>
          {by?.name ?? actorWithoutUser(kind)} · <Clock at={at} />
        </span>
      </span>
    </li>
  )
}
