import type { ChatNotify } from '@partyline/contract'
import { Label, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useId } from 'react'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import { activePhones, mayWriteIn } from '../../core/people.ts'
import { useChatClient } from '../chat-client-context.ts'
import { useChatNumber } from '../opened/use-chat-number.ts'
import { NOTIFY_CHOICES, TRIAGE_TEXTS } from '../triage/triage-texts.ts'
import { useSetNotify } from '../triage/use-notify.ts'
import { DETAILS_TEXTS } from './details-texts.ts'
import { useDetailsStyles } from './details.styles.ts'

const useStyles = makeStyles({
  number: { whiteSpace: 'nowrap' },
  notify: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
    marginTop: tokens.spacingVerticalM,
  },
})

/** The chat's line, who reads what, and this person's notifications. */
export function AboutChat({ chat }: { chat: OpenedChat }) {
  const styles = useStyles()
  const details = useDetailsStyles()
  const { me } = useChatClient()
  const number = useChatNumber(chat.numberId)
  const phones = activePhones(chat.members).length
  return (
    <section className={details.section}>
      <h3 className={details.heading}>{DETAILS_TEXTS.about}</h3>
      {number && (
        <span className={details.quiet}>
          {DETAILS_TEXTS.textsFrom} <span className={styles.number}>{number}.</span>
        </span>
      )}
      {phones !== 1 && <span className={details.quiet}>{aboutPhones(phones, chat.relay)}</span>}
      {mayWriteIn(chat, me) && <NotifyField chat={chat} />}
    </section>
  )
}

/** Which messages of the chat this person is notified of. */
function NotifyField({ chat: { id, notify } }: { chat: OpenedChat }) {
  const styles = useStyles()
  const setNotify = useSetNotify()
  const fieldId = useId()
  return (
    <div className={styles.notify}>
      <Label htmlFor={fieldId}>{TRIAGE_TEXTS.notify}</Label>
      <Select id={fieldId} value={notify} onChange={(_, { value }) => void setNotify(id, value as ChatNotify)}>
        {NOTIFY_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}

function aboutPhones(phones: number, relay: boolean): string {
  if (phones === 0) return DETAILS_TEXTS.noPhones
  return relay ? DETAILS_TEXTS.relayOn : DETAILS_TEXTS.relayOff
}
