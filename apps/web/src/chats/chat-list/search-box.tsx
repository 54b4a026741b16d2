import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { SearchRegular } from '@fluentui/react-icons/svg/search'
import type { RefObject } from 'react'
import { BusyRing, VisuallyHidden } from '../../ui/index.ts'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useSearchStyles } from './chat-list.styles.ts'

type Props = {
  value: string
  /** What is shown below is not yet what was searched for. */
  busy: boolean
  onChange: (value: string) => void
  field: RefObject<HTMLInputElement | null>
}

export function SearchBox({ value, busy, onChange, field }: Props) {
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
        value={value}
        placeholder={CHAT_TEXTS.search}
        aria-label={CHAT_TEXTS.search}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
      />
      {value !== '' && (
        <Button
          className={styles.clear}
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={CHAT_TEXTS.clearSearch}
          onClick={() => {
            onChange('')
            field.current?.focus()
          }}
        />
      )}
    </search>
  )
}
