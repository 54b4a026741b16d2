import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ChosenFilters } from '../../core/chats/search-filters.ts'
import { SEARCH_FILTER_TEXTS } from './search-filter-texts.ts'
import { OptionList } from './option-list.tsx'

type Dates = NonNullable<ChosenFilters['dates']>
type Preset = Exclude<Dates['kind'], 'custom'>

const PRESETS: readonly Preset[] = ['today', 'week', 'month']

const useStyles = makeStyles({
  custom: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    marginTop: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  apply: { alignSelf: 'flex-end' },
})

/** Days in the person's time zone. */
export function DateOptions({ dates, onChoose }: { dates: Dates | null; onChoose: (dates: Dates) => void }) {
  const styles = useStyles()
  const [from, setFrom] = useState(dates?.kind === 'custom' ? dates.from : '')
  const [to, setTo] = useState(dates?.kind === 'custom' ? dates.to : '')

  function apply(event: FormEvent) {
    event.preventDefault()
    const isReversed = from !== '' && to !== '' && from > to
    onChoose({ kind: 'custom', from: isReversed ? to : from, to: isReversed ? from : to })
  }

  return (
    <>
      <OptionList
        label={SEARCH_FILTER_TEXTS.date}
        options={PRESETS.map((kind) => ({ id: kind, name: SEARCH_FILTER_TEXTS.dates[kind] }))}
        chosenId={dates?.kind ?? null}
        onChoose={(kind) => onChoose({ kind: kind as Preset })}
      />
      <form className={styles.custom} onSubmit={apply}>
        <Field label={SEARCH_FILTER_TEXTS.customFrom} size="small">
          <Input type="date" value={from} onChange={(_, { value }) => setFrom(value)} />
        </Field>
        <Field label={SEARCH_FILTER_TEXTS.customTo} size="small">
          <Input type="date" value={to} onChange={(_, { value }) => setTo(value)} />
        </Field>
        <Button className={styles.apply} size="small" type="submit" disabledFocusable={from === '' && to === ''}>
          {SEARCH_FILTER_TEXTS.apply}
        </Button>
      </form>
    </>
  )
}
