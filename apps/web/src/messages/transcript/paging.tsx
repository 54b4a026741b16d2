import { Button } from '@fluentui/react-components'
import { BusyRing, VisuallyHidden } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { useRowStyles } from './transcript.styles.ts'

/** Whether there are messages beyond those on screen, and how to load them. */
export type Paging = {
  state: 'all-shown' | 'more' | 'loading' | 'failed'
  load: () => void
  /** Says that even older ones were deleted; undefined if none were. */
  deleted?: string | undefined
}

type Props = { paging: Paging; towards: 'older' | 'newer' }

/** The end of the loaded messages, unless it is the end of the chat. Scrolling there loads more. */
export function PagingLine({ paging, towards }: Props) {
  const styles = useRowStyles()
  const texts = MESSAGE_TEXTS.paging[towards]
  switch (paging.state) {
    case 'all-shown':
      return towards === 'older' ? (
        <div className={styles.older}>{paging.deleted ?? MESSAGE_TEXTS.beginning}</div>
      ) : null
    case 'loading':
      return (
        <div className={styles.older}>
          <BusyRing />
          <VisuallyHidden>{texts.loading}</VisuallyHidden>
        </div>
      )
    default:
      return (
        <div className={styles.older}>
          {paging.state === 'failed' && texts.failed}
          <Button appearance="subtle" size="small" onClick={paging.load}>
            {paging.state === 'failed' ? MESSAGE_TEXTS.retry : texts.more}
          </Button>
        </div>
      )
  }
}
