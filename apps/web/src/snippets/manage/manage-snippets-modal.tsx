import type { Snippet } from '@partyline/contract'
import { Button, Input } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { EditRegular } from '@fluentui/react-icons/svg/edit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../platform/platform-context.tsx'
import { BusyRing, ModalBody, openModal, useModal, VisuallyHidden } from '../../ui/index.ts'
import { findSnippets } from '../find-snippets.ts'
import { editSnippetModal } from '../snippet-modals.ts'
import { snippetsQuery } from '../snippet-queries.ts'
import { MANAGE_TEXTS } from './manage-texts.ts'
import { useManageStyles } from './manage.styles.ts'

/** From so many on, a search field is worth its place. */
const SEARCH_FROM = 8

/** The snippets that the person can use, those of their own first. */
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
    <ModalBody title={MANAGE_TEXTS.title} actions={<Button onClick={modal.close}>{MANAGE_TEXTS.close}</Button>}>
      <p className={styles.intro}>{MANAGE_TEXTS.intro}</p>
      <div className={styles.tools}>
        <Button appearance="primary" icon={<AddRegular />} disabled={data === undefined} onClick={() => edit(null)}>
          {MANAGE_TEXTS.create}
        </Button>
        {all.length >= SEARCH_FROM && (
          <Input
            className={styles.search}
            type="search"
            dir="auto"
            aria-label={MANAGE_TEXTS.search}
            placeholder={MANAGE_TEXTS.search}
            value={term}
            onChange={(_, { value }) => setTerm(value)}
          />
        )}
      </div>
      {data === undefined && error === null && (
        <div className={styles.empty}>
          <BusyRing />
          <VisuallyHidden>{MANAGE_TEXTS.loading}</VisuallyHidden>
        </div>
      )}
      {data === undefined && error !== null && (
        <div className={styles.problem} role="alert">
          {MANAGE_TEXTS.failed}
          <Button size="small" disabledFocusable={isFetching} onClick={() => void refetch()}>
            {MANAGE_TEXTS.retry}
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
        <output className={styles.intro}>{MANAGE_TEXTS.noMatch(term.trim())}</output>
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
            <span className={styles.words}>
              <bdi className={styles.name}>{snippet.name}</bdi>
              <bdi className={styles.preview}>{snippet.text.trim().replaceAll(/\s+/g, ' ')}</bdi>
            </span>
            <span className={styles.facts}>
              {snippet.media.length > 0 && <span>{MANAGE_TEXTS.files(snippet.media.length)}</span>}
              {snippet.shortcut !== null && <bdi className={styles.shortcut}>/{snippet.shortcut}</bdi>}
            </span>
            {onEdit && (
              <Button
                appearance="subtle"
                icon={<EditRegular />}
                aria-label={MANAGE_TEXTS.edit(snippet.name)}
                title={MANAGE_TEXTS.edit(snippet.name)}
                onClick={() => onEdit(snippet)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
