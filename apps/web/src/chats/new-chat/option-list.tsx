// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions -- a list of options whose field has the focus and the keys
import type { ChatListItem } from '@partyline/contract'
import { mergeClasses } from '@fluentui/react-components'
import { ChatRegular } from '@fluentui/react-icons/svg/chat'
import { PersonAddRegular } from '@fluentui/react-icons/svg/person-add'
import { useEffect } from 'react'
import type { PhoneFormat } from '../../numbers/index.ts'
import { Avatar } from '../../ui/index.ts'
import { numberNextToName } from '../contact/number-next-to-name.ts'
import { DETAILS_TEXTS, roleLabel } from '../details/details-texts.ts'
import { useRecipientStyles } from './new-chat.styles.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import type { Recipient } from './recipients.ts'
import type { Option, OptionGroup } from './use-options.ts'

type Props = {
  id: string
  groups: readonly OptionGroup[]
  activeKey: string | undefined
  /** A line below or instead of the options. */
  status: string | null
  format: PhoneFormat
  /** Distinguishes a chat from others with that person: its line, if several are in use. */
  detailOf: (chat: ChatListItem) => string
  onChoose: (option: Option) => void
}

export const optionId = (listId: string, key: string) => `${listId}-${key}`

/** The list below the field for recipients. The focus stays in the field. */
export function OptionList({ id, groups, activeKey, status, format, detailOf, onChoose }: Props) {
  const styles = useRecipientStyles()

  useEffect(() => {
    if (activeKey === undefined) return
    document.querySelector(`#${CSS.escape(optionId(id, activeKey))}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, activeKey])

  return (
    // The field keeps the focus when an option or the scroll bar is pressed.
    <div className={styles.list} onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={NEW_CHAT_TEXTS.matches} className={styles.options}>
        {groups.map(({ label, options }) => (
          <div key={label} role="group" aria-label={label} className={styles.group}>
            <div className={styles.groupName} aria-hidden="true">
              {label}
            </div>
            {options.map((option) => (
              <div
                key={option.key}
                id={optionId(id, option.key)}
                role="option"
                aria-selected={option.key === activeKey}
                aria-disabled={!canChoose(option)}
                className={mergeClasses(
                  styles.option,
                  option.key === activeKey && styles.active,
                  !canChoose(option) && styles.disabled,
                )}
                onClick={() => onChoose(option)}
              >
                {'chat' in option ? (
                  <ChatOption chat={option.chat} detail={detailOf(option.chat)} />
                ) : (
                  <RecipientOption recipient={option.recipient} format={format} />
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      {status !== null && (
        <div className={styles.status} role="status">
          {status}
        </div>
      )}
    </div>
  )
}

export function canChoose(option: Option): boolean {
  return 'chat' in option || !option.recipient.disabled
}

function ChatOption({ chat, detail }: { chat: ChatListItem; detail: string }) {
  const styles = useRecipientStyles()
  return (
    <>
      <span className={styles.optionIcon} aria-hidden="true">
        <ChatRegular />
      </span>
      <span className={styles.optionText}>
        <span className={styles.name}>{NEW_CHAT_TEXTS.open(chat.name)}</span>
        {detail !== '' && <span className={styles.detail}>{detail}</span>}
      </span>
    </>
  )
}

function RecipientOption({ recipient, format }: { recipient: Recipient; format: PhoneFormat }) {
  const styles = useRecipientStyles()
  const { name, role, number, disabled, isNewNumber } = recipient
  if (isNewNumber) {
    return (
      <>
        <span className={styles.optionIcon} aria-hidden="true">
          <PersonAddRegular />
        </span>
        <span className={styles.name}>{NEW_CHAT_TEXTS.textNumber(format(number ?? ''))}</span>
      </>
    )
  }
  const details = [
    number === null ? roleLabel(role) : numberNextToName(recipient, format),
    disabled ? DETAILS_TEXTS.switchedOff : null,
  ].filter((detail) => detail !== null)
  return (
    <>
      <Avatar person={recipient} size={32} />
      <span className={styles.optionText}>
        <bdi className={styles.name}>{name}</bdi>
        {details.length > 0 && <span className={styles.detail}>{details.join(' · ')}</span>}
      </span>
    </>
  )
}
