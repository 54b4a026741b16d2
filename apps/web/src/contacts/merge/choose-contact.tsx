import type { Contact, ContactId, ListedContact } from '@partyline/contract'
import { PACE } from '@partyline/contract'
import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { Avatar, itemByKey, ModalBody, useModal, VisuallyHidden, SearchField } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { mergeCandidatesQuery } from './merge-queries.ts'
import { MERGE_TEXTS } from './merge-texts.ts'
import { useMergeStyles } from './merge.styles.ts'

type Props = { contact: Contact; onChoose: (id: ContactId) => void }

/** Finds the contact to merge with. Likely duplicates come first. */
export function ChooseContact({ contact, onChoose }: Props) {
  const styles = useMergeStyles()
  const { close } = useModal()
  const [written, write] = useState('')
  const term = useDebounced(written.trim(), written.trim() === '' ? 0 : PACE.searchDebounceMs)
  const { data: found, isError, refetch } = useQuery(mergeCandidatesQuery(useApi(), contact, term))
  const list = useRef<HTMLUListElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])]

  function onKeyDown(event: KeyboardEvent) {
    const all = buttons()
    const from = all.indexOf(event.target as HTMLButtonElement)
    if (event.key === 'ArrowUp' && from === 0) return
    const to = itemByKey(event.key, { from, count: all.length, page: 5 })
    if (to === null) return
    event.preventDefault()
    all[to]?.focus()
  }

  return (
    <ModalBody
      title={MERGE_TEXTS.chooseTitle}
      actions={<Button onClick={close}>{MERGE_TEXTS.close}</Button>}
      onSubmit={() => {
        if (term === written.trim() && found?.length === 1 && found[0]) onChoose(found[0].id)
      }}
    >
      <p className={styles.text}>{MERGE_TEXTS.chooseText(contact.name)}</p>
      <SearchField
        className={styles.search}
        aria-label={MERGE_TEXTS.search}
        placeholder={MERGE_TEXTS.search}
        value={written}
        onChange={(_, { value }) => write(value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          buttons()[0]?.focus()
        }}
      />
      <div className={styles.results}>
        {isError ? (
          <div role="alert">
            {MERGE_TEXTS.searchFailed}{' '}
            <Button size="small" onClick={() => void refetch()}>
              {MERGE_TEXTS.retry}
            </Button>
          </div>
        ) : (
          found && <Found found={found} isSearch={term !== ''} list={list} onKeyDown={onKeyDown} onChoose={onChoose} />
        )}
      </div>
    </ModalBody>
  )
}

type FoundProps = Pick<Props, 'onChoose'> & {
  found: readonly ListedContact[]
  isSearch: boolean
  list: RefObject<HTMLUListElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

function Found({ found, isSearch, list, onKeyDown, onChoose }: FoundProps) {
  const styles = useMergeStyles()
  const format = usePhoneFormat(useMe()?.defaultCountry)
  if (found.length === 0) {
    return <output className={styles.quiet}>{isSearch ? MERGE_TEXTS.nothing : MERGE_TEXTS.noDuplicates}</output>
  }
  const title = isSearch ? MERGE_TEXTS.found : MERGE_TEXTS.duplicates
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <VisuallyHidden>
        <output>{MERGE_TEXTS.results(found.length)}</output>
      </VisuallyHidden>
      <ul ref={list} className={styles.list} aria-label={title}>
        {found.map(({ id, name, company, phones, emails }) => (
          <li key={id}>
            <Button className={styles.option} appearance="subtle" onKeyDown={onKeyDown} onClick={() => onChoose(id)}>
              <Avatar person={{ id, name, number: phones[0]?.number ?? null }} size={32} />
              <span className={styles.words}>
                <bdi className={styles.name}>{name}</bdi>
                <span className={styles.quiet}>
                  {[phones[0] && format(phones[0].number), company, emails[0]].filter(Boolean).join(' · ')}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
