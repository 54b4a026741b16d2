import type { NumberId, OptOutEntry } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { MOBILE_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Loaded } from '../parts/loaded.tsx'

/** Which of our numbers the contact wants no texts from, and how that came about. */
export function OptOuts({ numberId }: { numberId: NumberId }) {
  const styles = useAdminStyles()
  const api = useApi()
  const query = {
    // Not one of the numbers' keys: a contact that was just deleted is not asked about.
    queryKey: ['opt-outs', numberId],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call('settings.listMobileOptOuts', { params: { numberId }, signal }),
  }
  // Most contacts never asked for anything: there is nothing to hold a place for.
  const { data, isError } = useQuery(query)
  if (data === undefined && !isError) return null
  if (data?.length === 0) return null
  return (
    <section aria-label={MOBILE_TEXTS.optOutsTitle}>
      <h3 className={styles.partTitle}>{MOBILE_TEXTS.optOutsTitle}</h3>
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

function Entry({ entry: { wish, at, source, twilioNumber, current } }: { entry: OptOutEntry }) {
  const styles = useAdminStyles()
  const times = useTimes()
  return (
    <li className={styles.wish}>
      {MOBILE_TEXTS.wishes[wish](twilioNumber.name)}
      <span className={styles.itemDetail}>
        {current && wish === 'stop' && `${MOBILE_TEXTS.now} · `}
        {MOBILE_TEXTS.sources[source]} · <time dateTime={at}>{times.full(at)}</time>
      </span>
    </li>
  )
}
