import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import type { RefObject } from 'react'
import { BusyRing, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useSearchStyles } from './chat-list.styles.ts'

type Props = {
  value: string
  /** Whether the results are still those of an earlier term. */
  busy: boolean
  onChange: (value: string) => void
  /** Removes the filters of the search; null if there are none. */
  onClear: (() => void) | null
  /** Called on Enter and Down, to move to the results. */
  onLeave: () => void
  field: RefObject<HTMLInputElement | null>
}

export function SearchBox({ value, busy, onChange, onClear, onLeave, field }: Props) {
  const styles = useSearchStyles()
  return (
    <search className={styles.box}>
      {busy ? (
        <>
          <BusyRing />
          <VisuallyHidden>{CHAT_TEXTS.searching}</VisuallyHidden>
        </>
      ) : (
        <SearchRegular className={styles.icon} aria-hidden />
      )}
      <input
        ref={field}
        className={styles.field}
        type="search"
        dir="auto"
        value={value}
        placeholder={CHAT_TEXTS.search}
        aria-label={CHAT_TEXTS.search}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('')
          else if (event.key === 'Escape' && onClear) onClear()
          else if (event.key === 'Enter' || event.key === 'ArrowDown') onLeave()
          else return
          event.preventDefault()
        }}
      />
      {(value !== '' || onClear) && (
        <Button
          className={styles.clear}
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={CHAT_TEXTS.clearSearch}
          onClick={() => {
            onChange('')
            onClear?.()
            field.current?.focus()
          }}
        />
      )}
    </search>
  )
}
