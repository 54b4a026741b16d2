import type { NumberId, OptOutEntry } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { Loaded } from '../../ui/index.ts'
import { CONTACT_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { queryKeys } from '../../platform/query-keys.ts'

/** The lines that the contact has opted out of, and how. */
export function OptOuts({ numberId }: { numberId: NumberId }) {
  const styles = useAdminStyles()
  const api = useApi()
  const query = {
    queryKey: queryKeys.optOuts(numberId),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call('settings.listMobileOptOuts', { params: { numberId }, signal }),
  }
  // Most contacts have none, so there is no placeholder.
  const { data, isError } = useQuery(query)
  if (data === undefined && !isError) return null
  if (data?.length === 0) return null
  return (
    <section aria-label={CONTACT_TEXTS.optOutsTitle}>
      <h3 className={styles.partTitle}>{CONTACT_TEXTS.optOutsTitle}</h3>
      <Loaded query={query}>
        {(entries) => (
          <ul className={styles.list}>
            {entries.map((entry) => (
              <Entry key={entry.at + entry.twilioNumber.id} entry={entry} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function Entry({ entry: { wish, at, source, by, twilioNumber, current } }: { entry: OptOutEntry }) {
  const styles = useAdminStyles()
  const times = useTimes()
  return (
    <li className={styles.wish}>
      {CONTACT_TEXTS.wishes[wish](twilioNumber.name)}
      <span className={styles.itemDetail}>
        {current && wish === 'stop' && `${CONTACT_TEXTS.now} · `}
        {by === null ? CONTACT_TEXTS.sources[source] : CONTACT_TEXTS.byHand(by)} ·{' '}
        <time dateTime={at}>{times.full(at)}</time>
      </span>
    </li>
  )
}
