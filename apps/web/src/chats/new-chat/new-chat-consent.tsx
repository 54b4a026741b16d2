import type { TwilioNumber } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { RecordConsentButton } from '../../contacts/index.ts'
import { inWords } from '../../core/people.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { useNewChatStyles } from './new-chat.styles.ts'
import type { Recipient } from './recipients.ts'

type Props = {
  line: TwilioNumber
  /** At least one. */
  lacking: readonly Recipient[]
  disabled: boolean
  /** Starts the chat without a text. */
  onBegin: () => void
}

/** Who has not given the written consent that the line asks for, and how to continue. */
export function NewChatConsent({ line, lacking, disabled, onBegin }: Props) {
  const styles = useNewChatStyles()
  const api = useApi()
  const isBlocked = line.consent === 'block'
  const names = inWords(lacking.map(({ name }) => name))
  const known = lacking.filter(({ isNewNumber }) => !isNewNumber)

  async function find({ id, number }: Recipient) {
    if (number === null) return undefined
    const body = { term: number, filters: {}, sort: { by: 'name', descending: false }, limit: 10 } as const
    const found = await api.call('contacts.search', { body })
    return found.find(({ phones }) => phones.some((phone) => (phone.id as string) === id))
  }

  return (
    <div className={styles.notice}>
      <WarningRegular className={styles.noticeIcon} aria-hidden />
      <div>
        <output>{isBlocked ? NEW_CHAT_TEXTS.blockedByConsent(names) : NEW_CHAT_TEXTS.lackingConsent(names)}</output>
        <div className={styles.noticeActions}>
          {isBlocked && (
            <Button size="small" disabledFocusable={disabled} onClick={onBegin}>
              {NEW_CHAT_TEXTS.begin}
            </Button>
          )}
          {known.map((recipient) => (
            <RecordConsentButton
              key={recipient.id}
              phone={recipient}
              numberId={line.id}
              isOneOfSeveral={known.length > 1}
              disabled={disabled}
              find={() => find(recipient)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
