// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-static-element-interactions -- a virtual list has no table elements, and the links in its rows have the focus and the keys
import type { ContactId, ContactSort, ListedContact } from '@partyline/contract'
import { Badge, Button, mergeClasses } from '@fluentui/react-components'
import { ArrowDownRegular } from '@fluentui/react-icons/svg/arrow-down'
import { ArrowUpRegular } from '@fluentui/react-icons/svg/arrow-up'
import { useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, Ref } from 'react'
import { usePhoneFormat } from '../../numbers/index.ts'
import type { PhoneFormat } from '../../numbers/index.ts'
import { useLinkTo } from '../../platform/navigation.tsx'
import { useTimes } from '../../platform/platform-context.tsx'
import { Avatar, BusyRing, FixedList, itemByKey, useFrameWidth, useRowFocus } from '../../ui/index.ts'
import type { FixedListHandle } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { dayInWords } from '../contact-values.ts'
import { BULK_TEXTS, LIST_TEXTS } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'
import type { Selection } from './use-selection.ts'

const ROW_PX = { wide: 44, narrow: 60 }
/** Rows before the end at which the next page is loaded. */
const AHEAD = 60
const MAX_TAGS = 2

export type GridHandle = {
  /** Focuses the last focused row, or the first one. */
  focus: () => void
}

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  isPlaceholderData: boolean
  fetchNextPage: () => Promise<unknown>
}

type Props = {
  contacts: readonly ListedContact[]
  count: { count: number; isMore: boolean } | undefined
  list: Pages
  sort: ContactSort
  onSort: (sort: ContactSort) => void
  selection: Selection
  openedId: ContactId | null
  onOpen: (id: ContactId) => void
  ref?: Ref<GridHandle>
}

/** The contacts as rows, of which one has the focus. Arrows move it, Space selects, Enter opens. */
export function ContactGrid({ contacts, count, list, sort, onSort, selection, openedId, onOpen, ref }: Props) {
  const styles = useListStyles()
  const isNarrow = useFrameWidth() === 'one'
  const rowPx = isNarrow ? ROW_PX.narrow : ROW_PX.wide
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRef<FixedListHandle>(null)
  const focusRow = useRowFocus(scroller)
  const [isAtEnd, setAtEnd] = useState(false)
  const [focusedId, setFocusedId] = useState<ContactId | null>(null)
  const format = usePhoneFormat(useMe()?.defaultCountry)
  const at = Math.max(
    0,
    contacts.findIndex(({ id }) => id === (focusedId ?? openedId)),
  )
  const current = contacts[at]

  function moveTo(index: number) {
    const contact = contacts[index]
    if (!contact) return
    setFocusedId(contact.id)
    rows.current?.show(index)
    focusRow(`[data-contact="${contact.id}"]`)
  }
  useImperativeHandle(ref, () => ({ focus: () => moveTo(at) }))

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target as Element).matches('[data-contact]') || !current) return
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1
    const to = itemByKey(event.key, { from: at, count: contacts.length, page })
    if (to !== null) {
      const next = contacts[to]
      if (event.shiftKey && next) {
        if (!selection.isActive) selection.toggle(current.id)
        selection.extend(next.id)
      }
      moveTo(to)
    } else if (event.key === ' ') selection.toggle(current.id)
    else if ((event.ctrlKey || event.metaKey) && event.code === 'KeyA') selection.selectLoaded()
    else if (event.key === 'Escape' && selection.isActive) selection.clear()
    else return
    event.preventDefault()
  }

  function onLook(last: number) {
    setAtEnd(last >= contacts.length - 1)
    const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = list
    if (last < contacts.length - AHEAD || !hasNextPage) return
    if (!isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData) void list.fetchNextPage()
  }

  return (
    <div className={styles.table}>
      <div
        className={styles.grid}
        role="grid"
        aria-label={LIST_TEXTS.title}
        aria-rowcount={count && !count.isMore ? count.count + 1 : -1}
        aria-multiselectable
        aria-busy={list.isPlaceholderData}
      >
        <GridHead sort={sort} onSort={onSort} selection={selection} />
        <div ref={scroller} className={styles.scroller} onKeyDown={onKeyDown}>
          <FixedList ref={rows} items={contacts} itemPx={rowPx} kept={at} isTable onLook={onLook}>
            {(contact, index) => (
              <Row
                contact={contact}
                index={index}
                isCurrent={index === at}
                isOpened={contact.id === openedId}
                isNarrow={isNarrow}
                selection={selection}
                format={format}
                onFocus={() => setFocusedId(contact.id)}
                onOpen={onOpen}
              />
            )}
          </FixedList>
        </div>
      </div>
      {list.isFetchingNextPage && isAtEnd && (
        <div className={styles.end}>
          <BusyRing />
          {LIST_TEXTS.loadingMore}
        </div>
      )}
      {list.isFetchNextPageError && !list.isFetchingNextPage && (
        <div className={styles.end} role="alert">
          {LIST_TEXTS.moreFailed}
          <Button size="small" onClick={() => void list.fetchNextPage()}>
            {LIST_TEXTS.retry}
          </Button>
        </div>
      )}
    </div>
  )
}

const COLUMNS = ['name', 'company', 'phones', 'tags', 'lastText', 'created'] as const
type Column = (typeof COLUMNS)[number]

const isSortable = (column: Column): column is ContactSort['by'] =>
  column === 'name' || column === 'lastText' || column === 'created'

/** The other direction of the sorted column; of another one, names from A and days from the newest. */
function nextSort(by: ContactSort['by'], sort: ContactSort): ContactSort {
  return { by, descending: sort.by === by ? !sort.descending : by !== 'name' }
}

function GridHead({ sort, onSort, selection }: Pick<Props, 'sort' | 'onSort' | 'selection'>) {
  const styles = useListStyles()
  const classes: Partial<Record<Column, string>> = {
    company: styles.company,
    tags: styles.tags,
    created: styles.added,
  }
  const isSome = selection.isActive && !selection.hasAllLoaded
  return (
    <div className={styles.gridHead} role="rowgroup">
      <div className={mergeClasses(styles.row, styles.wideRow, styles.headRow)} role="row" aria-rowindex={1}>
        <div className={styles.box} role="columnheader">
          <label className={styles.boxLabel}>
            <input
              type="checkbox"
              className={styles.input}
              aria-label={BULK_TEXTS.selectAll}
              checked={selection.hasAllLoaded}
              ref={(input) => {
                if (input) input.indeterminate = isSome
              }}
              onChange={() => (selection.isActive ? selection.clear() : selection.selectLoaded())}
            />
          </label>
        </div>
        {COLUMNS.map((column) => {
          const title = LIST_TEXTS.columns[column]
          if (!isSortable(column)) {
            return (
              <div key={column} role="columnheader" className={mergeClasses(styles.headLabel, classes[column])}>
                {title}
              </div>
            )
          }
          const isSorted = sort.by === column
          const Arrow = sort.descending ? ArrowDownRegular : ArrowUpRegular
          return (
            <div
              key={column}
              role="columnheader"
              className={classes[column]}
              aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
            >
              <Button
                data-compact
                appearance="transparent"
                className={mergeClasses(styles.sortButton, isSorted && styles.sorted)}
                iconPosition="after"
                icon={isSorted ? { className: styles.arrow, children: <Arrow /> } : null}
                onClick={() => onSort(nextSort(column, sort))}
              >
                {title}
              </Button>
            </div>
          )
        })}
      </div>
    </div>
  )
}

type RowProps = {
  contact: ListedContact
  index: number
  /** Whether Tab leads here. */
  isCurrent: boolean
  isOpened: boolean
  /** Whether it has two lines instead of columns. */
  isNarrow: boolean
  selection: Selection
  format: PhoneFormat
  onFocus: () => void
  onOpen: (id: ContactId) => void
}

function Row({ contact, index, isCurrent, isOpened, isNarrow, selection, format, onFocus, onOpen }: RowProps) {
  const styles = useListStyles()
  const times = useTimes()
  const link = useLinkTo()
  const { id, name, company, phones, tags, lastTextAt, createdAt } = contact
  const [phone] = phones
  const isSelected = selection.has(id)
  const optedOut = phones.some(({ optedOutOf }) => optedOutOf.length > 0)

  function onClick(event: MouseEvent) {
    // The browser opens the link in a tab or window, or the checkbox is clicked.
    if (event.ctrlKey || event.metaKey || (event.target as Element).closest('label')) return
    event.preventDefault()
    if (event.shiftKey) selection.extend(id)
    else onOpen(id)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter on the link clicks the row
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={mergeClasses(
        styles.row,
        isNarrow ? styles.narrowRow : styles.wideRow,
        styles.bodyRow,
        isOpened && styles.openedRow,
        isSelected && styles.selectedRow,
      )}
      onClick={onClick}
    >
      <div role="gridcell" className={styles.box}>
        <label className={styles.boxLabel}>
          <input
            type="checkbox"
            className={styles.input}
            checked={isSelected}
            // The list has one Tab stop; Space selects by keyboard.
            tabIndex={-1}
            aria-label={BULK_TEXTS.select(name)}
            onChange={({ nativeEvent }) => {
              if ('shiftKey' in nativeEvent && nativeEvent.shiftKey) selection.extend(id)
              else selection.toggle(id)
            }}
          />
        </label>
      </div>
      <div role="gridcell" className={styles.nameCell}>
        <Avatar className={styles.avatar} person={{ id, name, number: phone?.number ?? null }} size={28} />
        <a
          className={styles.name}
          data-contact={id}
          href={link(`/contacts?contact=${id}`)}
          tabIndex={isCurrent ? 0 : -1}
          aria-current={isOpened ? 'true' : undefined}
          onFocus={onFocus}
        >
          <bdi>{name}</bdi>
        </a>
        {optedOut && (
          <Badge className={styles.badge} appearance="tint" color="warning">
            {LIST_TEXTS.optedOut}
          </Badge>
        )}
      </div>
      <div role="gridcell" className={mergeClasses(styles.cell, styles.company)} title={company}>
        <bdi>{company}</bdi>
      </div>
      <div role="gridcell" className={mergeClasses(styles.cell, styles.phones)}>
        {phone && <span>{format(phone.number)}</span>}
        {phones.length > 1 && <span className={styles.quiet}>{LIST_TEXTS.more(phones.length - 1)}</span>}
      </div>
      <div role="gridcell" className={mergeClasses(styles.cell, styles.tags)} title={tags.join(', ')}>
        {tags.slice(0, MAX_TAGS).map((tag) => (
          <bdi key={tag} className={styles.tag}>
            {tag}
          </bdi>
        ))}
        {tags.length > MAX_TAGS && <span className={styles.quiet}>{LIST_TEXTS.more(tags.length - MAX_TAGS)}</span>}
      </div>
      <div role="gridcell" className={mergeClasses(styles.cell, styles.quiet, styles.day)}>
        {lastTextAt !== null && dayInWords(times, lastTextAt)}
      </div>
      <div role="gridcell" className={mergeClasses(styles.cell, styles.quiet, styles.added)}>
        {dayInWords(times, createdAt)}
      </div>
    </div>
  )
}
