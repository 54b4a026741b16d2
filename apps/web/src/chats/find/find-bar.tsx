import type { ChatId, MessageId } from '@partyline/contract'
import { PACE } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { ChevronUpRegular } from '@fluentui/react-icons/svg/chevron-up'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import { useEffect, useEffectEvent, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { People } from '../../core/people.ts'
import type { Found } from '../../messages/index.ts'
import { useDebounced } from '../../platform/use-debounced.ts'
import { KEYS } from '../../shortcuts/index.ts'
import { announce } from '../../ui/index.ts'
import { FIND_TEXTS } from './find-texts.ts'
import { useFindStyles } from './find-bar.styles.ts'
import { useChatMatches } from './use-chat-matches.ts'

type Props = {
  chatId: ChatId
  people: People
  /** The newest message of the chat. */
  newestId: MessageId | null
  onFound: (found: Found | null) => void
  /** Scrolls to a message. */
  onShow: (messageId: MessageId) => void
  onClose: () => void
  field: RefObject<HTMLInputElement | null>
}

/** Finds messages in the open chat, from the newest to older ones. */
export function FindBar({ chatId, people, newestId, onFound, onShow, onClose, field }: Props) {
  const styles = useFindStyles()
  const [text, setText] = useState('')
  const typed = text.trim()
  // Enter and clearing apply immediately.
  const [entered, setEntered] = useState('')
  const term = useDebounced(typed, typed === '' || typed === entered ? 0 : PACE.searchDebounceMs)
  const found = useChatMatches({ chatId, term, newestId })
  const { matches, at, current, isAll } = found
  const currentId = current?.messageId ?? null

  useEffect(() => field.current?.focus(), [field])

  const onCurrent = useEffectEvent((found: Found) => {
    onFound(found.term === '' ? null : found)
    if (current === null) return
    onShow(current.messageId)
    const place = FIND_TEXTS.spokenPlace(at + 1, matches.length, isAll)
    const author = people.get(current.sentBy)?.name
    announce([place, author, current.text].filter((part) => part !== undefined).join('. '))
  })
  useEffect(() => onCurrent({ term, messageId: currentId }), [term, currentId])

  const onGone = useEffectEvent(() => onFound(null))
  useEffect(() => () => onGone(), [])

  const isNone = term !== '' && matches.length === 0 && !found.isSearching && !found.isError
  useEffect(() => {
    if (isNone) announce(FIND_TEXTS.spokenNone(term))
  }, [isNone, term])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    else if (event.target !== field.current) return
    else if (event.key === 'Enter' && typed !== term) setEntered(typed)
    else if (event.key === 'ArrowUp' || (event.key === 'Enter' && !event.shiftKey)) found.go(1)
    else if (event.key === 'ArrowDown' || event.key === 'Enter') found.go(-1)
    else return
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of what is inside
    <search className={styles.bar} aria-label={FIND_TEXTS.find} onKeyDown={onKeyDown}>
      <SearchRegular className={styles.icon} aria-hidden />
      <input
        ref={field}
        className={styles.field}
        type="search"
        dir="auto"
        enterKeyHint="search"
        value={text}
        placeholder={FIND_TEXTS.find}
        aria-label={FIND_TEXTS.find}
        onChange={(event) => setText(event.target.value)}
      />
      <span className={styles.count}>
        {term === '' || found.isError
          ? null
          : found.isSearching
            ? FIND_TEXTS.searching
            : matches.length === 0
              ? FIND_TEXTS.none
              : FIND_TEXTS.place(at + 1, matches.length, isAll)}
      </span>
      {found.isError ? (
        <>
          <span className={styles.failed} role="alert">
            {FIND_TEXTS.failed}
          </span>
          <Button className={styles.retry} size="small" onClick={found.retry}>
            {FIND_TEXTS.retry}
          </Button>
        </>
      ) : (
        <>
          <Button
            appearance="subtle"
            icon={<ChevronUpRegular />}
            aria-label={FIND_TEXTS.older}
            aria-keyshortcuts={KEYS.olderMatch}
            disabledFocusable={at + 1 >= matches.length}
            onClick={() => found.go(1)}
          />
          <Button
            appearance="subtle"
            icon={<ChevronDownRegular />}
            aria-label={FIND_TEXTS.newer}
            aria-keyshortcuts={KEYS.newerMatch}
            disabledFocusable={at === 0}
            onClick={() => found.go(-1)}
          />
        </>
      )}
      <Button
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={FIND_TEXTS.close}
        aria-keyshortcuts={KEYS.cancel}
        onClick={onClose}
      />
    </search>
  )
}
