import type { ChatListItem } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useId, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import type { PhoneFormat } from '../../numbers/index.ts'
import { Avatar, BusyRing, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_FORM_TEXTS } from '../chat-form/chat-form-texts.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useRecipientStyles } from './new-chat.styles.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { canChoose, OptionList, optionId } from './option-list.tsx'
import { isList } from './recipients.ts'
import type { Recipient } from './recipients.ts'
import { useToFieldStyles } from './to-field.styles.ts'
import type { Option, useOptions } from './use-options.ts'

type Props = {
  field: RefObject<HTMLInputElement | null>
  recipients: readonly Recipient[]
  written: string
  options: ReturnType<typeof useOptions>
  format: PhoneFormat
  detailOf: (chat: ChatListItem) => string
  /** Validation error of the text in the field, or that a recipient is missing. */
  problem: string | null
  /** Whether names and numbers are being looked up. */
  isFinding: boolean
  disabled: boolean
  onWrite: (written: string) => void
  onAdd: (recipient: Recipient) => void
  onRemove: (recipient: Recipient) => void
  /** Looks up names and numbers, and adds whom it finds. */
  onFind: (text: string) => void
  onOpen: (chat: ChatListItem) => void
  /** On Enter without text. */
  onDone: () => void
}

/** The field for recipients: chosen ones as chips, and a list of whom the text may mean. */
export function RecipientField(props: Props) {
  const { recipients, written, options, problem, isFinding, disabled, field, format, detailOf } = props
  const styles = { ...useToFieldStyles(), ...useRecipientStyles() }
  const id = useId()
  const listId = `${id}list`
  const problemId = `${id}problem`
  // The text may have been typed while this was loading.
  const [isOpen, setOpen] = useState(written !== '')
  const [markedKey, setMarkedKey] = useState<string | null>(null)

  const all = options.groups.flatMap((group) => group.options)
  // Enter and Tab mean the first person who matches, unless another option is marked.
  const first = all.find((option) => 'recipient' in option && canChoose(option)) ?? all[0]
  const active = all.find(({ key }) => key === markedKey) ?? (written.trim() === '' ? undefined : first)
  const status = statusOf(options, all.length)
  const isListed = isOpen && !disabled && (all.length > 0 || (written.trim() !== '' && status !== null))

  function close() {
    setOpen(false)
    setMarkedKey(null)
  }

  function choose(option: Option) {
    if (!canChoose(option)) return
    close()
    if ('chat' in option) props.onOpen(option.chat)
    else props.onAdd(option.recipient)
  }

  /** Otherwise, the list would cover the questions about the recipients. */
  function find() {
    close()
    props.onFind(written.trim())
  }

  function move(step: number) {
    const from = active ? all.indexOf(active) : -1
    setMarkedKey(all[(from + step + all.length) % all.length]?.key ?? null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event
    if ((key === 'ArrowDown' || key === 'ArrowUp') && !event.altKey) {
      event.preventDefault()
      if (isListed) move(key === 'ArrowDown' ? 1 : -1)
      else setOpen(true)
    } else if (key === 'Enter') {
      event.preventDefault()
      if (isListed && active) choose(active)
      else if (written.trim() !== '') find()
      else if (recipients.length > 0) props.onDone()
    } else if (key === 'Tab' && !event.shiftKey && isListed && active && 'recipient' in active && written !== '') {
      // The focus moves on.
      choose(active)
    } else if ((key === ',' || key === ';') && written.trim() !== '') {
      event.preventDefault()
      find()
    } else if (key === 'Escape' && isListed) {
      event.preventDefault()
      close()
    } else if (key === 'Backspace' && event.currentTarget.value === '') {
      const last = recipients.at(-1)
      if (last) props.onRemove(last)
    }
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!isList(pasted)) return
    event.preventDefault()
    close()
    props.onFind(pasted)
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a larger target for the field inside */}
      <div className={styles.field} onClick={() => field.current?.focus()}>
        <label className={styles.label} htmlFor={id}>
          {CHAT_TEXTS.to}
        </label>
        <div className={styles.entries}>
          {recipients.length > 0 && (
            <ul className={styles.chips} aria-label={NEW_CHAT_TEXTS.recipients}>
              {recipients.map((recipient) => (
                <li key={recipient.id} className={mergeClasses(styles.chip, !!recipient.barred && styles.refused)}>
                  <Avatar person={recipient} size={28} />
                  <bdi className={styles.name}>{recipient.name}</bdi>
                  <Button
                    className={styles.remove}
                    appearance="transparent"
                    shape="circular"
                    size="small"
                    icon={<DismissRegular />}
                    aria-label={CHAT_FORM_TEXTS.remove(recipient.name)}
                    disabled={disabled}
                    onClick={() => {
                      props.onRemove(recipient)
                      field.current?.focus()
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          <input
            ref={field}
            id={id}
            className={styles.input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-activedescendant={isListed && active ? optionId(listId, active.key) : undefined}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : problemId}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="next"
            dir="auto"
            placeholder={recipients.length === 0 ? CHAT_FORM_TEXTS.addMemberHint : undefined}
            value={written}
            readOnly={disabled || isFinding}
            onChange={(event) => {
              setOpen(true)
              setMarkedKey(null)
              props.onWrite(event.target.value)
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={close}
          />
        </div>
        {isFinding && (
          <span className={styles.ring}>
            <BusyRing />
            <VisuallyHidden>{NEW_CHAT_TEXTS.searching}</VisuallyHidden>
          </span>
        )}
      </div>
      {problem !== null && (
        <p id={problemId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {isListed && (
        <OptionList
          id={listId}
          groups={options.groups}
          activeKey={active?.key}
          status={status}
          format={format}
          detailOf={detailOf}
          onChoose={choose}
        />
      )}
    </>
  )
}

function statusOf({ isSearching, hasMore, error }: Props['options'], shown: number): string | null {
  if (error !== null) return CHAT_FORM_TEXTS.peopleFailed
  if (shown > 0) return hasMore ? NEW_CHAT_TEXTS.keepTyping : null
  return isSearching ? NEW_CHAT_TEXTS.searching : NEW_CHAT_TEXTS.noMatch
}
