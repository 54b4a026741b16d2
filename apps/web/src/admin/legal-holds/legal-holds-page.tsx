import type { LegalHold } from '@partyline/contract'
import { fold } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { HOLD_TEXTS, legalHoldsQuery, useReleaseHold } from '../../legal-holds/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Card, EmptyState, PageSkeleton, SearchField } from '../../ui/index.ts'
import { ADMIN_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { NoMatch } from '../parts/no-match.tsx'
import { useKeptFocus } from '../parts/use-kept-focus.ts'
import { HOLD_PAGE_TEXTS as TEXTS } from './legal-holds-page-texts.ts'

const PAGE_SIZE = 50

/** The legal holds of the organization, which Admins place in chats and on contacts. */
export function LegalHoldsPage() {
  const holds = useRef<HTMLDivElement>(null)
  useKeptFocus({ within: holds, next: holds })
  return (
    <Card title={TEXTS.title} about={TEXTS.about}>
      {/* It gets the focus when the hold that had it is released. */}
      <div ref={holds} className={useAdminStyles().stack} tabIndex={-1}>
        <Holds />
      </div>
    </Card>
  )
}

function Holds() {
  const { data: holds, error, refetch } = useQuery(legalHoldsQuery(useApi()))
  if (holds === undefined) {
    if (!error) return <PageSkeleton />
    const retry = { label: ADMIN_TEXTS.retry, onClick: () => void refetch(), primary: true }
    return <EmptyState title={TEXTS.failedTitle} text={errorText(error)} action={retry} />
  }
  if (holds.length === 0) return <EmptyState title={TEXTS.emptyTitle} text={TEXTS.emptyText} />
  return <HoldList holds={holds} />
}

/** The holds whose chat, contact, reason, or author matches the search, in pages. */
function HoldList({ holds }: { holds: readonly LegalHold[] }) {
  const styles = useAdminStyles()
  const [term, setTerm] = useState('')
  const [shown, setShown] = useState(PAGE_SIZE)
  const words = fold(term.trim())
  const found = holds.filter(({ name, reason, placedBy }) => fold(`${name}\n${reason}\n${placedBy}`).includes(words))
  return (
    <>
      <SearchField
        className={styles.wideSearch}
        aria-label={TEXTS.search}
        placeholder={TEXTS.search}
        value={term}
        onChange={(_, { value }) => setTerm(value)}
      />
      {found.length === 0 && <NoMatch />}
      <ul className={styles.list} aria-label={TEXTS.title}>
        {found.slice(0, shown).map((hold) => (
          <Hold key={hold.id} hold={hold} />
        ))}
      </ul>
      {found.length > shown && (
        <Button className={styles.way} appearance="subtle" onClick={() => setShown(shown + PAGE_SIZE)}>
          {ADMIN_TEXTS.showMore}
        </Button>
      )}
    </>
  )
}

function Hold({ hold }: { hold: LegalHold }) {
  const styles = useAdminStyles()
  const times = useTimes()
  const link = useLinkTo()
  const release = useReleaseHold()
  const { chatId, contactId, name, reason, placedBy, placedOn } = hold
  return (
    <li className={styles.item}>
      <span className={styles.itemWords}>
        <Link
          className={styles.link}
          href={link(chatId === null ? `/contacts?contact=${contactId}` : `/?chat=${chatId}`)}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.itemDetail}>
          {chatId === null ? TEXTS.contact : TEXTS.chat} · {HOLD_TEXTS.placed(placedBy, times.longDate(placedOn))}
        </span>
        {reason && (
          <span className={styles.itemDetail} dir="auto">
            {reason}
          </span>
        )}
      </span>
      <Button aria-label={TEXTS.releaseOf(name)} onClick={() => release(hold)}>
        {TEXTS.release}
      </Button>
    </li>
  )
}
