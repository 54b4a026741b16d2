import type { ContactId } from '@partyline/contract'
import { PACE } from '@partyline/contract'
import { Button, PortalMountNodeProvider } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { ArrowImportRegular } from '@fluentui/react-icons/svg/arrow-import'
import { ArrowLeftRegular } from '@fluentui/react-icons/svg/arrow-left'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { loadOnApproach } from '../../platform/chunks.ts'
import { layers } from '../../platform/layers.ts'
import { useGo, useKeptQuery, useQueryParameters } from '../../platform/navigation.tsx'
import { usePageTitle } from '../../platform/page-title.tsx'
import { useApi, usePlatform } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { EmptyState, openModal, useFrameWidth, SearchField } from '../../ui/index.ts'
import type { OnText } from '../card/contact-card.tsx'
import { useEditedForm } from '../card/use-ask-to-close.ts'
import { importModal } from '../contact-modals.ts'
import { contactsQuery, countQuery } from '../contact-queries.ts'
import { ContactGrid } from './contact-grid.tsx'
import type { GridHandle } from './contact-grid.tsx'
import { ContactPane } from './contact-pane.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import { GridSkeleton } from './grid-skeleton.tsx'
import { readListState, searchOf, hasFilters, withoutFilters, writeListState } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { LIST_TEXTS } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'
import { SortMenu } from './sort-menu.tsx'
import { ViewsMenu } from './views-menu.tsx'

/** In the address in place of a contact's ID. */
const NEW = 'new'

/** The screen at `/contacts`: the people outside the team. `onText` opens or starts the chat with a phone. */
export function ContactsPage({ onText }: { onText: OnText }) {
  const styles = useListStyles()
  usePageTitle(LIST_TEXTS.title)
  const api = useApi()
  const { times, surface } = usePlatform()
  const width = useFrameWidth()
  const go = useGo()
  const query = useQueryParameters()
  const [state, setState] = useState(() => readListState(query))
  useKeptQuery(useCallback((current) => writeListState(state, current), [state]))
  const opened = query.get('contact')
  const { open, close } = useOpened(opened)

  // Clearing the search applies immediately.
  const term = useDebounced(state.term.trim(), state.term.trim() === '' ? 0 : PACE.searchDebounceMs)
  const search = useMemo(() => searchOf({ ...state, term }, times), [state, term, times])
  const list = useInfiniteQuery(contactsQuery(api, search))
  const count = useQuery(countQuery(api, search))
  const contacts = useMemo(() => list.data?.pages.flatMap((page) => page.contacts), [list.data])
  const selection = useSelection(contacts, search)
  const [element, setElement] = useState<HTMLElement | null>(null)
  const form = useEditedForm()
  const grid = useRef<GridHandle>(null)
  const field = useRef<HTMLInputElement>(null)
  const isFound = term !== '' || hasFilters(state)
  const change = (next: Partial<ListState>) => setState({ ...state, ...next })

  function openOther(id: string) {
    if (id === opened) open(id)
    else form.leave(() => open(id))
  }

  function closePane() {
    close()
    // The list behind a drawer can have the focus with the next frame. It has no rows if the last one found was deleted.
    requestAnimationFrame(() => (grid.current ?? field.current)?.focus())
  }

  return (
    <main ref={setElement} className={styles.page} aria-label={LIST_TEXTS.title}>
      {/* Menus are in the landmark, for screen readers. */}
      <PortalMountNodeProvider value={element ?? undefined}>
        <section className={styles.list} aria-label={LIST_TEXTS.list} inert={opened !== null && width !== 'three'}>
          <div className={styles.top}>
            <div className={styles.head}>
              {surface === 'teams' && (
                <Button
                  appearance="subtle"
                  icon={<ArrowLeftRegular />}
                  aria-label={LIST_TEXTS.back}
                  onClick={() => go('/')}
                />
              )}
              <div className={styles.titles}>
                <h1 className={styles.title}>{LIST_TEXTS.title}</h1>
                <output className={styles.count}>
                  {count.data && (isFound ? LIST_TEXTS.found : LIST_TEXTS.count)(count.data.count, count.data.isMore)}
                </output>
              </div>
              <ViewsMenu state={state} onChange={setState} />
              <Button
                className={styles.headButton}
                icon={<ArrowImportRegular />}
                onClick={() => openModal(importModal, {})}
                {...(width === 'one' && { 'aria-label': LIST_TEXTS.import })}
                {...loadOnApproach(importModal.load)}
              >
                {width === 'one' ? null : LIST_TEXTS.import}
              </Button>
              <Button
                className={styles.headButton}
                appearance="primary"
                icon={<AddRegular />}
                onClick={() => openOther(NEW)}
                {...(width === 'one' && { 'aria-label': LIST_TEXTS.add })}
              >
                {width === 'one' ? null : LIST_TEXTS.add}
              </Button>
            </div>
            <div className={styles.tools}>
              <SearchField
                ref={field}
                className={styles.search}
                aria-label={LIST_TEXTS.searchShort}
                placeholder={width === 'one' ? LIST_TEXTS.searchShort : LIST_TEXTS.search}
                value={state.term}
                onChange={(_, { value }) => change({ term: value })}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown' || !contacts?.length) return
                  event.preventDefault()
                  grid.current?.focus()
                }}
              />
              <FilterButton state={state} onChange={setState} />
              <SortMenu sort={state.sort} onChange={(sort) => change({ sort })} />
            </div>
            {(selection.isActive || selection.task) && (
              <SelectionBar selection={selection} count={count.data} onMerged={openOther} />
            )}
          </div>
          {hasFilters(state) && <FilterChips state={state} onChange={setState} />}
          {contacts === undefined ? (
            list.isError ? (
              <EmptyState
                title={LIST_TEXTS.failedTitle}
                action={{ label: LIST_TEXTS.retry, onClick: () => void list.refetch(), primary: true }}
              />
            ) : (
              <GridSkeleton />
            )
          ) : contacts.length > 0 ? (
            <ContactGrid
              ref={grid}
              contacts={contacts}
              count={count.data}
              list={list}
              sort={state.sort}
              onSort={(sort) => change({ sort })}
              selection={selection}
              openedId={opened as ContactId | null}
              onOpen={openOther}
            />
          ) : (
            <NothingFound
              isFound={isFound}
              onClearTerm={
                hasFilters(state)
                  ? null
                  : () => {
                      change({ term: '' })
                      field.current?.focus()
                    }
              }
              onClearFilters={() => {
                setState({ ...withoutFilters(state), term: '' })
                field.current?.focus()
              }}
              onAdd={() => openOther(NEW)}
            />
          )}
        </section>
        {opened !== null && (
          <>
            <div className={styles.scrim} onClick={closePane} aria-hidden="true" />
            <ContactPane
              key={opened}
              contactId={opened === NEW ? null : (opened as ContactId)}
              onText={onText}
              onOpen={open}
              form={form}
              onClose={closePane}
            />
          </>
        )}
      </PortalMountNodeProvider>
    </main>
  )
}

/** Opens contacts in the address, so that Back closes them. */
function useOpened(opened: string | null) {
  const go = useGo()
  /** Whether this page has opened one, so that the entry before it is the list. */
  const wasOpened = useRef(false)
  const closing = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (closing.current === null || opened === closing.current) return
    closing.current = null
    // The entry before is another contact if a modal over that one led to this one.
    if (opened !== null) go('/contacts', { replace: true })
  }, [opened, go])
  return {
    open: (id: string) => {
      if (opened === id) return
      closing.current = null
      if (opened === null) wasOpened.current = true
      go(`/contacts?contact=${id}`, { replace: opened !== null })
    },
    close: () => {
      closing.current = wasOpened.current ? opened : null
      if (wasOpened.current) layers().back()
      else go('/contacts', { replace: true })
      wasOpened.current = false
    },
  }
}

type NothingProps = {
  /** Whether a term or filters are the reason. */
  isFound: boolean
  /** Null if filters are set, too. */
  onClearTerm: (() => void) | null
  onClearFilters: () => void
  onAdd: () => void
}

function NothingFound({ isFound, onClearTerm, onClearFilters, onAdd }: NothingProps) {
  if (!isFound) {
    return (
      <EmptyState
        title={LIST_TEXTS.emptyTitle}
        text={LIST_TEXTS.emptyText}
        action={{ label: LIST_TEXTS.add, onClick: onAdd }}
      />
    )
  }
  return (
    <EmptyState
      title={LIST_TEXTS.noMatchTitle}
      text={onClearTerm ? LIST_TEXTS.noMatchTerm : LIST_TEXTS.noMatchText}
      action={
        onClearTerm
          ? { label: LIST_TEXTS.clearSearch, onClick: onClearTerm }
          : { label: LIST_TEXTS.clearFilters, onClick: onClearFilters }
      }
    />
  )
}
