import { isBlank } from '@partyline/contract'
import type { QuotedMessage } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { VisuallyHidden } from '../../ui/index.ts'
import { MESSAGE_TEXTS } from '../message-texts.ts'
import { STATUS_TEXTS } from '../delivery/status-texts.ts'
import { useQuoteStyles } from './transcript.styles.ts'

type Props = {
  quoted: QuotedMessage
  author: string
  className?: string
  /** Jumps to the message. Absent in the composer. */
  onOpen?: () => void
  tabIndex?: number
}

/** A quoted message. */
export function Quote({ quoted, author, className, onOpen, tabIndex }: Props) {
  const styles = useQuoteStyles()
  const withoutText = quoted.mediaCount > 0 ? MESSAGE_TEXTS.picture(quoted.mediaCount) : STATUS_TEXTS.empty
  const text = isBlank(quoted.text) ? withoutText : quoted.text
  const inside = (
    <>
      <bdi className={styles.author}>{author}</bdi>
      <bdi className={styles.text}>{text}</bdi>
    </>
  )
  if (onOpen === undefined) return <div className={mergeClasses(styles.quote, className)}>{inside}</div>
  return (
    <button
      type="button"
      className={mergeClasses(styles.quote, styles.button, className)}
      tabIndex={tabIndex}
      onClick={onOpen}
    >
      <VisuallyHidden>{MESSAGE_TEXTS.goToQuoted}</VisuallyHidden>
      {inside}
    </button>
  )
}
