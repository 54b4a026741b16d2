import { isBlank } from '@partyline/contract'
import type { Message } from '@partyline/contract'
import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { OPENED_TEXTS } from './opened-texts.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
    width: 'calc(100% - 48px)',
    maxWidth: '912px',
    boxSizing: 'border-box',
    margin: '0 auto',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorStatusWarningBorder1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorNeutralForeground1,
    '@media (max-width: 699.98px)': { width: 'calc(100% - 24px)' },
  },
  text: { flexGrow: 1, flexBasis: '240px', minWidth: 0, margin: 0, overflowWrap: 'anywhere' },
  words: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
  },
})

type Props = {
  reply: Message
  author: string
  /** Whether the person's own message is held, and will be sent if there is no answer. */
  isHeld: boolean
  onSend: () => void
  onKeep: () => void
}

/** Above the composer: a colleague's reply that appeared while the person was typing or sending. */
export function CollisionBar({ reply, author, isHeld, onSend, onKeep }: Props) {
  const styles = useStyles()
  const send = useRef<HTMLButtonElement>(null)
  // A held message is sent without an answer: the person may be typing the next one.
  useEffect(() => {
    if (!isHeld) send.current?.focus()
  }, [isHeld])
  const words = isBlank(reply.text) ? CHAT_TEXTS.file(reply.media.length) : reply.text
  return (
    <div role="alert" className={styles.bar}>
      <p className={styles.text}>
        {OPENED_TEXTS.justReplied(author)} <q className={styles.words}>{words}</q> {OPENED_TEXTS.sendToo}
      </p>
      <Button ref={send} appearance={isHeld ? 'secondary' : 'primary'} onClick={onSend}>
        {OPENED_TEXTS.sendYours}
      </Button>
      <Button appearance={isHeld ? 'primary' : 'secondary'} onClick={onKeep}>
        {OPENED_TEXTS.keepYours}
      </Button>
    </div>
  )
}
