import type { Member, NumberId } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { SendRegular } from '@fluentui/react-icons/svg/send'
import { Suspense, useRef, useState } from 'react'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import type { Timing } from '../../core/outbox/outgoing.ts'
import { PENDING_TEXTS } from '../pending/pending-texts.ts'
import { useComposerStyles } from './composer.styles.ts'

const loadMenu = optionalChunk(async () => (await import('../pending/send-menu.tsx')).SendMenu)
const SendMenu = lazyComponent(loadMenu)

type Props = {
  label: string
  canSend: boolean
  /** The contacts who get the message. */
  contacts: readonly Member[]
  /** The line; undefined while it is unknown. */
  numberId: NumberId | undefined
  onSend: () => void
  /** Sends at another time; absent if a message can only be sent now. */
  onSendAt: ((timing: Timing) => void) | undefined
  /** Opens the list of snippets; absent while nothing can be written. */
  onSnippets: (() => void) | undefined
}

/** Send, and a menu with snippets and other times. */
export function SendButtons({ label, canSend, onSend, ...menu }: Props) {
  const styles = useComposerStyles()
  const more = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles.sendButtons}>
      <Button
        className={mergeClasses(styles.send, styles.sendFirst)}
        appearance="primary"
        icon={<SendRegular />}
        disabledFocusable={!canSend}
        onClick={onSend}
      >
        {label}
      </Button>
      <Button
        ref={more}
        className={styles.sendMore}
        appearance={canSend ? 'primary' : 'secondary'}
        icon={<ChevronDownRegular />}
        aria-label={PENDING_TEXTS.messageOptions}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        {...loadOnApproach(loadMenu)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <SendMenu anchor={more} canSend={canSend} {...menu} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
