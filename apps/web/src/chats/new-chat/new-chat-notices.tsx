import type { TwilioNumber } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import type { ReactNode, Ref } from 'react'
import { inWords } from '../../core/people.ts'
import { FormErrorPanel } from '../../ui/index.ts'
import { BusyPhonesNotice } from '../chat-form/busy-phones-notice.tsx'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'
import { useNewChatStyles } from './new-chat.styles.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { hasOptedOut } from './recipients.ts'
import type { NewChatState } from './use-new-chat.ts'

type Props = {
  state: NewChatState
  /** Why the chat could not be created. */
  failure: string | null
  disabled: boolean
  labelOf: (number: TwilioNumber) => string
  onUseNumber: (number: TwilioNumber) => void
  onMove: () => void
  /** Choices that come with the recipients. */
  children: ReactNode
  ref: Ref<HTMLDivElement>
}

/** Says why a new chat is not possible, and how to continue. */
export function NewChatNotices({ state, failure, disabled, labelOf, onUseNumber, onMove, children, ref }: Props) {
  const styles = useNewChatStyles()
  const { busy, draft, line, lines, numbers, users } = state
  const notLoaded = numbers.isError
    ? CHAT_FORM_TEXTS.numbersFailed
    : users.isError
      ? CHAT_FORM_TEXTS.peopleFailed
      : null
  // With a single line, the composer shows it.
  const optedOut = lines.length > 1 ? draft.recipients.filter((one) => hasOptedOut(one, line?.id)) : []
  return (
    <div ref={ref} className={styles.notices}>
      <FormErrorPanel submitError={failure} />
      {notLoaded !== null && (
        <Notice>
          {notLoaded}{' '}
          <Button
            size="small"
            onClick={() => {
              if (numbers.isError) void numbers.refetch()
              if (users.isError) void users.refetch()
            }}
          >
            {CHAT_FORM_TEXTS.retry}
          </Button>
        </Notice>
      )}
      {numbers.data?.length === 0 && <Notice>{CHAT_FORM_TEXTS.noNumbers}</Notice>}
      {busy && (
        <Notice>
          {draft.moveMembers ? (
            <>
              {NEW_CHAT_TEXTS.moving(inWords(busy.phones.map(({ name }) => name)), busy.phones.length)}
              {busy.closing.length > 0 && ` ${CHAT_FORM_TEXTS.closesOthers(busy.closing)}`}
            </>
          ) : (
            <BusyPhonesNotice
              busy={busy}
              labelOf={labelOf}
              disabled={disabled}
              onUseNumber={onUseNumber}
              onMove={onMove}
            />
          )}
        </Notice>
      )}
      {line && optedOut.length > 0 && (
        <Notice>{NEW_CHAT_TEXTS.optedOut(inWords(optedOut.map(({ name }) => name)), labelOf(line))}</Notice>
      )}
      {children}
    </div>
  )
}

function Notice({ children }: { children: ReactNode }) {
  const styles = useNewChatStyles()
  return (
    <div className={styles.notice} role="alert">
      <WarningRegular className={styles.noticeIcon} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
