import { Button } from '@fluentui/react-components'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { contactListQuery, usePhoneFormat } from '../../numbers/index.ts'
import type { NumberFilter } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useTenant } from '../../settings/index.ts'
import { EmptyState, openModal, PageSkeleton } from '../../ui/index.ts'
import { editContactModal } from '../admin-modals.ts'
import { ADMIN_TEXTS, AUDIT_TEXTS, CONTACT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { EntriesTable } from '../parts/entries-table.tsx'
import { NoMatch } from '../parts/no-match.tsx'
import { useKeptFocus } from '../parts/use-kept-focus.ts'

type Props = { filter: NumberFilter; term: string; search: RefObject<HTMLInputElement | null> }

/** The contacts that match filter and search, in pages. */
export function ContactList({ filter, term, search }: Props) {
  const within = useRef<HTMLDivElement>(null)
  const styles = useAdminStyles()
  const { defaultCountry, mobileNumbers } = useTenant()
  const format = usePhoneFormat(defaultCountry)
  const list = useInfiniteQuery(contactListQuery(useApi(), { filter, term }))
  useKeptFocus({ within, next: search })
  if (list.data === undefined) {
    if (!list.isError) return <PageSkeleton />
    const retry = { label: ADMIN_TEXTS.retry, onClick: () => void list.refetch(), primary: true }
    return <EmptyState title={CONTACT_TEXTS.failedTitle} action={retry} />
  }
  const found = list.data.pages.flatMap(({ numbers }) => numbers)
  if (found.length === 0) {
    if (mobileNumbers.length > 0) return <NoMatch />
    return <EmptyState title={CONTACT_TEXTS.emptyTitle} text={CONTACT_TEXTS.emptyText} />
  }
  return (
    <div ref={within} className={styles.stack}>
      <EntriesTable
        label={CONTACT_TEXTS.title}
        detailTitle={ADMIN_TEXTS.number}
        entries={found.map(({ id, name, number, disabled, optedOut }) => ({
          id,
          name,
          detail: format(number),
          disabled,
          note: optedOut ? CONTACT_TEXTS.optedOut : undefined,
        }))}
        onEdit={(id) => openModal(editContactModal, { number: found.find((one) => one.id === id) ?? null })}
        isWhole
      />
      {list.isFetchNextPageError && (
        <p role="alert" className={styles.quiet}>
          {AUDIT_TEXTS.moreFailed}
        </p>
      )}
      {list.hasNextPage && (
        <Button
          className={styles.way}
          disabledFocusable={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {ADMIN_TEXTS.showMore}
        </Button>
      )}
    </div>
  )
}
