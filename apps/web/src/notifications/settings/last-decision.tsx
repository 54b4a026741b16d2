import type { LastNotification } from '@partyline/contract'
import { Link, useLinkTo } from '../../platform/navigation.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { decisionText } from './decision-texts.ts'
import { PAGE_TEXTS } from './page-texts.ts'
import { usePageStyles } from './page.styles.ts'

/** Why the person was or was not notified of the latest event. */
export function LastDecision({ last }: { last: LastNotification | null }) {
  const styles = usePageStyles()
  const times = useTimes()
  const link = useLinkTo()
  if (last === null) return <p className={styles.text}>{PAGE_TEXTS.nothingYet}</p>
  const { at, chatId, chatName } = last
  return (
    <p className={styles.text}>
      <time dateTime={at}>{PAGE_TEXTS.moment(times.day(at), times.clock(at))}</time>,{' '}
      <Link className={styles.link} href={link(`/?chat=${chatId}`)}>
        <bdi>{chatName}</bdi>
      </Link>
      : {decisionText(last)}
    </p>
  )
}
