import type { Snippet } from '@partyline/contract'
import { Button, Input } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { BusyRing, ModalBody, openModal, useModal, useSuggestionStyles, VisuallyHidden } from '../../ui/index.ts'
import { findSnippets } from '../find-snippets.ts'
import { LIST_TEXTS } from '../list-texts.ts'
import { useSnippetListStyles } from '../snippet-list.styles.ts'
import { editSnippetModal } from '../snippet-modals.ts'
import { snippetsQuery } from '../snippet-queries.ts'
import { SNIPPET_TEXTS } from '../snippet-texts.ts'
import { MANAGE_TEXTS } from './manage-texts.ts'
import { useManageStyles } from './manage.styles.ts'

/** With fewer snippets, there is no search field. */
const SEARCH_FROM = 8

/** The snippets that the person can use, their own first. */
export function ManageSnippetsModal() {
  const styles = useManageStyles()
  const modal = useModal()
  const { data, error, isFetching, refetch } = useQuery(snippetsQuery(useApi()))
  const [term, setTerm] = useState('')
  const all = data?.snippets ?? []
  const found = findSnippets(all, term, [])
  const mayShare = data?.mayEditShared ?? false
  const edit = (snippet: Snippet | null) => openModal(editSnippetModal, { snippet, mayShare })

  return (
    <ModalBody title={SNIPPET_TEXTS.title} actions={<Button onClick={modal.close}>{MANAGE_TEXTS.close}</Button>}>
      <p className={styles.intro}>{MANAGE_TEXTS.intro}</p>
      <div className={styles.tools}>
        <Button appearance="primary" icon={<AddRegular />} disabled={data === undefined} onClick={() => edit(null)}>
          {LIST_TEXTS.create}
        </Button>
        {all.length >= SEARCH_FROM && (
          <Input
            className={styles.search}
            type="search"
            dir="auto"
            aria-label={LIST_TEXTS.search}
            placeholder={LIST_TEXTS.search}
            value={term}
            onChange={(_, { value }) => setTerm(value)}
          />
        )}
      </div>
      {data === undefined && error === null && (
        <div className={styles.empty}>
          <BusyRing />
          <VisuallyHidden>{SNIPPET_TEXTS.loading}</VisuallyHidden>
        </div>
      )}
      {data === undefined && error !== null && (
        <div className={styles.problem} role="alert">
          {SNIPPET_TEXTS.failed}
          <Button size="small" disabledFocusable={isFetching} onClick={() => void refetch()}>
            {LIST_TEXTS.retry}
          </Button>
        </div>
      )}
      {data !== undefined && all.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{MANAGE_TEXTS.none}</p>
          <p className={styles.intro}>{MANAGE_TEXTS.noneHint}</p>
        </div>
      )}
      {all.length > 0 && found.length === 0 && (
        <output className={styles.intro}>{LIST_TEXTS.noMatch(term.trim())}</output>
      )}
      <Section title={MANAGE_TEXTS.personal} snippets={found.filter(({ shared }) => !shared)} onEdit={edit} />
      <Section
        title={MANAGE_TEXTS.shared}
        note={mayShare ? undefined : MANAGE_TEXTS.adminsOnly}
        snippets={found.filter(({ shared }) => shared)}
        onEdit={mayShare ? edit : null}
      />
    </ModalBody>
  )
}

type SectionProps = {
  title: string
  note?: string | undefined
  snippets: readonly Snippet[]
  /** Null if the person may not change them. */
  onEdit: ((snippet: Snippet) => void) | null
}

function Section({ title, note, snippets, onEdit }: SectionProps) {
  const styles = useManageStyles()
  const parts = useSnippetListStyles()
  const suggestion = useSuggestionStyles()
  if (snippets.length === 0) return null
  return (
    <section>
      <h3 className={styles.heading}>
        {title}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </h3>
      <ul className={styles.list} aria-label={title}>
        {snippets.map((snippet) => (
          <li key={snippet.id} className={styles.row}>
            <span className={suggestion.words}>
              <bdi className={suggestion.name}>{snippet.name}</bdi>
              <bdi className={parts.preview}>{snippet.text.trim().replaceAll(/\s+/g, ' ')}</bdi>
            </span>
            <span className={suggestion.facts}>
              {snippet.media.length > 0 && <span>{LIST_TEXTS.files(snippet.media.length)}</span>}
              {snippet.shortcut !== null && <bdi className={parts.shortcut}>/{snippet.shortcut}</bdi>}
            </span>
            {onEdit && (
              <Button
                appearance="subtle"
                icon={<EditRegular />}
                aria-label={MANAGE_TEXTS.edit(snippet.name)}
                onClick={() => onEdit(snippet)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
