import { makeStyles, tokens } from '@fluentui/react-components'
import type { KeyboardEvent } from 'react'
import { searchFiltersOf, NOTHING_CHOSEN } from '../../core/chats/search-filters.ts'
import type { ChosenFilters, SearchFilters } from '../../core/chats/search-filters.ts'
import { useTimes } from '../../platform/platform-context.tsx'
import { DateOptions } from './date-options.tsx'
import { SearchFilterChip, ToggleChip } from './search-filter-chip.tsx'
import { SEARCH_FILTER_TEXTS } from './search-filter-texts.ts'
import { LineOptions } from './line-options.tsx'
import { PersonOptions } from './person-options.tsx'

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    margin: 0,
    padding: `${tokens.spacingVerticalS} 0 0`,
    border: 'none',
  },
})

type Props = {
  filters: SearchFilters | null
  /** Whether only notes are searched, because of the filter or what was typed. */
  isInNotes: boolean
  /** Called when that filter is removed, which may have been typed. */
  onLeaveNotes: () => void
  onChange: (filters: SearchFilters | null) => void
  /** Moves the focus back to the search box. */
  onLeave: () => void
}

/** The filters of the search. They combine. */
export function SearchFilterRow({ filters, isInNotes, onLeaveNotes, onChange, onLeave }: Props) {
  const styles = useStyles()
  const chosen = filters?.chosen ?? NOTHING_CHOSEN
  const { person, line, dates, hasPicture } = chosen
  const change = (part: Partial<ChosenFilters>) => onChange(searchFiltersOf({ ...chosen, ...part }, new Date()))

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Not from a popover, which is elsewhere in the page.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    onLeave()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key is that of the buttons inside
    <fieldset aria-label={SEARCH_FILTER_TEXTS.filters} className={styles.row} onKeyDown={onKeyDown}>
      <SearchFilterChip
        name={SEARCH_FILTER_TEXTS.person}
        value={person && SEARCH_FILTER_TEXTS[person.as](person.name)}
        onRemove={() => change({ person: null })}
      >
        {(close) => (
          <PersonOptions
            person={person}
            onChange={(next) => change({ person: next })}
            onChoose={(next) => {
              change({ person: next })
              close()
            }}
          />
        )}
      </SearchFilterChip>
      <SearchFilterChip
        name={SEARCH_FILTER_TEXTS.line}
        value={line?.name ?? null}
        onRemove={() => change({ line: null })}
      >
        {(close) => (
          <LineOptions
            chosenId={line?.id ?? null}
            onChoose={(next) => {
              change({ line: next })
              close()
            }}
          />
        )}
      </SearchFilterChip>
      <SearchFilterChip
        name={SEARCH_FILTER_TEXTS.date}
        value={useDateLabel(dates)}
        onRemove={() => change({ dates: null })}
      >
        {(close) => (
          <DateOptions
            dates={dates}
            onChoose={(next) => {
              change({ dates: next })
              close()
            }}
          />
        )}
      </SearchFilterChip>
      <ToggleChip
        name={SEARCH_FILTER_TEXTS.hasPicture}
        isOn={hasPicture}
        onToggle={() => change({ hasPicture: !hasPicture })}
      />
      <ToggleChip
        name={SEARCH_FILTER_TEXTS.inNotes}
        isOn={isInNotes}
        onToggle={() => {
          change({ inNotes: !isInNotes })
          if (isInNotes) onLeaveNotes()
        }}
      />
    </fieldset>
  )
}

function useDateLabel(dates: ChosenFilters['dates']): string | null {
  const times = useTimes()
  if (dates === null) return null
  if (dates.kind !== 'custom') return SEARCH_FILTER_TEXTS.dates[dates.kind]
  // Noon is on the same day everywhere in the zone.
  const [from, to] = [dates.from, dates.to].map((day) =>
    day ? times.date(new Date(`${day}T12:00`).toISOString()) : '',
  )
  if (!from) return SEARCH_FILTER_TEXTS.until(to ?? '')
  return to ? SEARCH_FILTER_TEXTS.between(from, to) : SEARCH_FILTER_TEXTS.since(from)
}
