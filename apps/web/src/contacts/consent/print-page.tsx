import type { ConsentEntry, ContactId } from '@partyline/contract'
import { CONSENT_SOURCE_TEXTS, consentEntryText, isDayOnly } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { PrintRegular } from '@fluentui/react-icons/svg/print'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import { useQueryParameters } from '../../platform/navigation.tsx'
import { usePageTitle } from '../../platform/page-title.tsx'
import { useApi, usePlatform, useTimes } from '../../platform/platform-context.tsx'
import { useMe } from '../../users/index.ts'
import { contactQuery } from '../contact-queries.ts'
import { allEntriesQuery } from './consent-queries.ts'
import { PRINT_TEXTS as TEXTS } from './consent-texts.ts'
import { isLater } from './consent-words.ts'
import { usePrintStyles } from './print.styles.ts'
import { usePrintSheet } from './use-print-sheet.ts'

/** The ledger of a contact, or the whole one, as a page to print. */
export function ConsentPrintPage() {
  const styles = usePrintStyles()
  const api = useApi()
  const me = useMe()
  const times = useTimes()
  const { surface } = usePlatform()
  const contactId = useQueryParameters().get('contact') as ContactId | null
  const { data: contact } = useQuery({
    ...contactQuery(api, contactId ?? ('' as ContactId)),
    enabled: contactId !== null,
  })
  const title = contact ? TEXTS.of(contact.name) : TEXTS.title
  usePageTitle(title)
  usePrintSheet()
  const { entries, state, load, stop } = useAllEntries(contactId)
  const today = new Date(times.now()).toISOString()

  return (
    <main className={styles.page} aria-label={title} data-print-page>
      <div className={styles.tools} data-print-hidden>
        <output className={styles.progress}>
          {state.kind === 'loading' && TEXTS.loading(entries.length)}
          {state.kind === 'stopped' && TEXTS.stopped(entries.length)}
          {state.kind === 'complete' && TEXTS.complete(entries.length)}
        </output>
        {state.kind === 'failed' && (
          <p className={styles.failed} role="alert">
            {TEXTS.failed} {state.reason}
          </p>
        )}
        {state.kind === 'loading' && <Button onClick={stop}>{TEXTS.stop}</Button>}
        {state.kind === 'stopped' && <Button onClick={load}>{TEXTS.resume}</Button>}
        {state.kind === 'failed' && <Button onClick={load}>{TEXTS.retry}</Button>}
        {surface === 'browser' && (
          <Button
            appearance="primary"
            icon={<PrintRegular />}
            disabledFocusable={state.kind === 'loading'}
            onClick={() => window.print()}
          >
            {TEXTS.print}
          </Button>
        )}
      </div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.about}>{me && TEXTS.printedOn(me.tenantName, times.longDate(today))}</p>
      {state.kind !== 'complete' && state.kind !== 'loading' && (
        <p className={styles.incomplete}>{TEXTS.stopped(entries.length)}</p>
      )}
      {entries.length === 0 ? (
        state.kind === 'complete' && <p>{TEXTS.empty}</p>
      ) : (
        <section aria-label={TEXTS.entries}>
          <table className={styles.table}>
            <thead className={styles.heads}>
              <tr>
                {[TEXTS.when, TEXTS.phone, TEXTS.line, TEXTS.answer, TEXTS.wording, TEXTS.from, TEXTS.by].map(
                  (head) => (
                    <th
                      key={head}
                      className={mergeClasses(styles.head, head === TEXTS.wording && styles.wordingHead)}
                      scope="col"
                    >
                      {head}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody className={styles.rows}>
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </main>
  )
}

function Row({ entry }: { entry: ConsentEntry }) {
  const styles = usePrintStyles()
  const times = useTimes()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const { at, recordedAt, source, number, reassignedAt, line, by, wording, address } = entry
  const time = (instant: string) => `${times.longDate(instant)}, ${times.clock(instant)}`
  return (
    <tr className={styles.row}>
      <td className={styles.cell} data-head={TEXTS.when}>
        {isDayOnly(entry) ? times.longDate(at) : time(at)}
      </td>
      <td className={styles.cell} data-head={TEXTS.phone}>
        {number === null ? TEXTS.erased : format(number)}
        {reassignedAt !== null && <div>{TEXTS.former(times.longDate(reassignedAt))}</div>}
      </td>
      <td className={styles.cell} data-head={TEXTS.line}>
        <bdi>{line.name}</bdi> {format(line.number)}
      </td>
      <td className={styles.cell} data-head={TEXTS.answer}>
        {consentEntryText(entry)}, {CONSENT_SOURCE_TEXTS[source]}
      </td>
      <td className={styles.wording} data-head={TEXTS.wording} dir="auto">
        {wording}
      </td>
      <td className={styles.cell} data-head={TEXTS.from} dir="auto">
        {address}
      </td>
      <td className={styles.cell} data-head={TEXTS.by}>
        {by !== null && <bdi>{by}</bdi>}
        {isLater(entry, times) && <div>{TEXTS.recorded(time(recordedAt))}</div>}
      </td>
    </tr>
  )
}

type State = { kind: 'loading' | 'stopped' | 'complete' } | { kind: 'failed'; reason: string }

/** Fetches all entries, page by page. It can be stopped, and then continues from there. */
function useAllEntries(contactId: ContactId | null) {
  const api = useApi()
  const client = useQueryClient()
  const [isStopped, setStopped] = useState(false)
  const query = allEntriesQuery(api, contactId)
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(query)
  const mayGoOn = hasNextPage && !isFetching && error === null && !isStopped
  useEffect(() => {
    if (mayGoOn) void fetchNextPage()
  }, [mayGoOn, fetchNextPage])

  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const isComplete = data !== undefined && !hasNextPage
  const state: State = isComplete
    ? { kind: 'complete' }
    : isStopped
      ? { kind: 'stopped' }
      : error !== null && !isFetching
        ? { kind: 'failed', reason: errorText(error) }
        : { kind: 'loading' }

  function load() {
    setStopped(false)
    void (data ? fetchNextPage() : refetch())
  }

  function stop() {
    setStopped(true)
    void client.cancelQueries({ queryKey: query.queryKey })
  }
  return { entries, state, load, stop }
}
