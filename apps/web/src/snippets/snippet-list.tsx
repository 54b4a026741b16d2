// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-tabindex -- a list of options whose field has the focus and the keys
import { isBlank } from '@partyline/contract'
import type { Snippet } from '@partyline/contract'
import { Button, mergeClasses } from '@fluentui/react-components'
import { ImageRegular } from '@fluentui/react-icons/svg/image'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '../auth/index.ts'
import { fetchFiles } from '../media/index.ts'
import { twilioNumbersQuery } from '../numbers/index.ts'
import { useApi } from '../platform/platform-context.tsx'
import {
  announce,
  BusyRing,
  openModal,
  usePopoverStyles,
  useSuggestions,
  useSuggestionStyles,
  VisuallyHidden,
} from '../ui/index.ts'
import type { SuggestionListProps } from '../ui/index.ts'
import { useMe } from '../users/index.ts'
import { fillIn, valuesFor } from './fill-in.ts'
import type { Values } from './fill-in.ts'
import { findSnippets } from './find-snippets.ts'
import { LIST_TEXTS } from './list-texts.ts'
import { recentSnippets, rememberSnippet } from './recent-snippets.ts'
import { useSnippetListStyles } from './snippet-list.styles.ts'
import { editSnippetModal, manageSnippetsModal } from './snippet-modals.ts'
import type { SnippetPlace } from './snippet-place.ts'
import { snippetsQuery } from './snippet-queries.ts'
import { SNIPPET_TEXTS } from './snippet-texts.ts'

/** No one scrolls further. */
const MAX_SHOWN = 100
/** The last option, after the snippets. */
const MANAGE = 'manage'

type Props = SnippetPlace & SuggestionListProps

/**
 * The snippets to insert. Opened by `/`, the text keeps the focus, and its keys come through the handle. Opened by the
 * button, the list has a search field.
 */
export function SnippetList({
  source,
  early,
  onEarly,
  field,
  members,
  numberId,
  className,
  onInsert,
  onClose,
  ref,
}: Props) {
  const styles = useSnippetListStyles()
  const suggestion = useSuggestionStyles()
  const popover = usePopoverStyles()
  const api = useApi()
  const { id: owner } = useSignedIn()
  const { data, error, isFetching, refetch } = useQuery(snippetsQuery(api))
  const me = useMe()
  const { data: lines = [] } = useQuery(twilioNumbersQuery(api))
  const lineName = lines.find(({ id }) => id === numberId)?.name
  const values = valuesFor({ members, myName: me?.name, lineName, company: me?.tenantName })
  const [search, setSearch] = useState('')
  const [recent] = useState(() => recentSnippets(owner))
  const isBySlash = source.by === 'typing'
  const term = isBySlash ? source.term : search
  const found = useMemo(() => (data ? findSnippets(data.snippets, term, recent) : []), [data, term, recent])
  const shown = found.slice(0, MAX_SHOWN)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const loading = useRef<AbortController | null>(null)
  // A `/` with text that matches no snippet is ordinary text.
  const isListed = !isBySlash || term === '' || found.length > 0 || (data === undefined && error === null)
  const isLoaded = data !== undefined
  const { listId, active, onKeyDown, optionId } = useSuggestions({
    ref,
    source,
    term,
    early,
    onEarly,
    field,
    keys: [...shown.map(({ id }) => id as string), MANAGE],
    first: shown[0]?.id,
    isListed,
    isLoaded,
    isFailed: error !== null,
    onChoose: choose,
  })

  useEffect(() => () => loading.current?.abort(), [])

  const isEmpty = isLoaded && data.snippets.length === 0
  useEffect(() => {
    if (isLoaded && isBySlash) announce(isEmpty ? LIST_TEXTS.none : LIST_TEXTS.opened)
  }, [isLoaded, isEmpty, isBySlash])

  function choose(key: string) {
    const snippet = shown.find(({ id }) => id === key)
    if (snippet) void insert(snippet)
    else manage()
  }

  async function insert(snippet: Snippet) {
    if (busy !== null) return
    setBusy(snippet.id)
    setFailure(null)
    loading.current = new AbortController()
    const { signal } = loading.current
    try {
      const files = await fetchFiles(snippet.media, signal)
      if (signal.aborted || hasChanged()) return
      await onInsert({ text: fillIn(snippet.text, values), files }, isBySlash ? source : undefined)
      rememberSnippet(owner, snippet.id)
      onClose()
    } catch {
      if (!signal.aborted) setFailure(LIST_TEXTS.filesFailed(snippet.name))
    } finally {
      setBusy(null)
    }
  }

  /** Whether someone has written on while the files were loading. */
  function hasChanged(): boolean {
    return isBySlash && field.current?.value.slice(source.from, source.to) !== `/${source.term}`
  }

  function manage() {
    onClose()
    // The focus returns to the text when the modal closes.
    field.current?.focus()
    if (isBySlash) void onInsert({ text: '', files: [] }, source)
    if (isEmpty) openModal(editSnippetModal, { snippet: null, mayShare: data.mayEditShared })
    else openModal(manageSnippetsModal, {})
  }

  function statusOf(): string | null {
    if (failure !== null) return failure
    if (data === undefined) return error === null ? null : SNIPPET_TEXTS.failed
    if (isEmpty) return LIST_TEXTS.none
    if (found.length === 0) return LIST_TEXTS.noMatch(term.trim())
    return found.length > MAX_SHOWN ? LIST_TEXTS.more : null
  }

  if (!isListed) return null
  const status = statusOf()
  const isProblem = failure !== null || (data === undefined && error !== null)
  const Root = isBySlash ? 'div' : 'dialog'
  return (
    <Root
      className={className}
      {...(!isBySlash && { open: true, 'aria-label': SNIPPET_TEXTS.title })}
      // The text, or the search field, keeps the focus when an option or the scroll bar is pressed.
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
    >
      {!isBySlash && (
        <input
          className={mergeClasses(popover.search, styles.search)}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isLoaded}
          aria-controls={isLoaded ? listId : undefined}
          aria-activedescendant={active === undefined ? undefined : optionId(active)}
          aria-label={LIST_TEXTS.search}
          placeholder={LIST_TEXTS.search}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened the list; on touch devices, the keyboard would cover it
          autoFocus={!matchMedia('(pointer: coarse)').matches}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
      {data === undefined && error === null && (
        <div className={suggestion.status}>
          <BusyRing />
          <VisuallyHidden>{SNIPPET_TEXTS.loading}</VisuallyHidden>
        </div>
      )}
      {status !== null && (
        <div
          className={mergeClasses(suggestion.status, isProblem && suggestion.problem)}
          role={isProblem ? 'alert' : 'status'}
        >
          {status}
          {data === undefined && error !== null && (
            <Button size="small" disabledFocusable={isFetching} onClick={() => void refetch()}>
              {LIST_TEXTS.retry}
            </Button>
          )}
        </div>
      )}
      {data !== undefined && (
        // Some browsers make scroll containers focusable, others don't.
        <div
          id={listId}
          role="listbox"
          aria-label={LIST_TEXTS.snippets}
          tabIndex={0}
          className={mergeClasses(suggestion.found, styles.found)}
        >
          {shown.length > 0 && (
            <div role="group" aria-label={LIST_TEXTS.snippets} className={suggestion.list}>
              {shown.map((snippet) => (
                <div
                  key={snippet.id}
                  id={optionId(snippet.id)}
                  role="option"
                  aria-selected={snippet.id === active}
                  className={mergeClasses(suggestion.option, snippet.id === active && suggestion.active)}
                  onClick={() => choose(snippet.id)}
                >
                  <SnippetOption
                    snippet={snippet}
                    values={values}
                    isBusy={snippet.id === busy && snippet.media.length > 0}
                  />
                </div>
              ))}
            </div>
          )}
          <div role="group" aria-label={LIST_TEXTS.manage} className={styles.below}>
            <div
              id={optionId(MANAGE)}
              role="option"
              aria-selected={active === MANAGE}
              className={mergeClasses(suggestion.option, styles.manage, active === MANAGE && suggestion.active)}
              onClick={manage}
            >
              {isEmpty ? LIST_TEXTS.create : LIST_TEXTS.manage}
            </div>
          </div>
        </div>
      )}
    </Root>
  )
}

type OptionProps = { snippet: Snippet; values: Values; isBusy: boolean }

/** With the text as it would be inserted. */
function SnippetOption({ snippet, values, isBusy }: OptionProps) {
  const styles = useSnippetListStyles()
  const suggestion = useSuggestionStyles()
  const { name, text, shortcut, media } = snippet
  return (
    <>
      <span className={suggestion.words}>
        <bdi className={suggestion.name}>{name}</bdi>
        {!isBlank(text) && <bdi className={styles.preview}>{fillIn(text, values).trim().replaceAll(/\s+/g, ' ')}</bdi>}
      </span>
      <span className={suggestion.facts}>
        {isBusy && <BusyRing />}
        {!isBusy && media.length > 0 && (
          <span className={styles.files}>
            <ImageRegular aria-hidden="true" fontSize={16} />
            <span aria-hidden="true">{media.length}</span>
            <VisuallyHidden>{LIST_TEXTS.files(media.length)}</VisuallyHidden>
          </span>
        )}
        {shortcut !== null && <bdi className={styles.shortcut}>/{shortcut}</bdi>}
      </span>
    </>
  )
}
