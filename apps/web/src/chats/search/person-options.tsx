import { Button, Input, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { ChosenFilters } from '../../core/chats/search-filters.ts'
import { usePhoneFormat } from '../../numbers/index.ts'
import { useMe } from '../../users/index.ts'
import { useCandidates, useFilled } from '../chat-form/use-candidates.ts'
import { numberNextToName } from '../contact/number-next-to-name.ts'
import { SEARCH_FILTER_TEXTS } from './search-filter-texts.ts'
import { OptionList } from './option-list.tsx'

type Person = NonNullable<ChosenFilters['person']>

const useStyles = makeStyles({
  field: { width: '100%' },
  note: { margin: 0, padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
})

type Props = {
  person: Person | null
  /** Called when the kind of filter changes for the same person. */
  onChange: (person: Person) => void
  onChoose: (person: Person) => void
}

/** People of the team and contacts, as members of chats or as authors. */
export function PersonOptions({ person, onChange, onChoose }: Props) {
  const styles = useStyles()
  const listId = useId()
  const [as, setAs] = useState(person?.as ?? 'with')
  const candidates = useCandidates()
  const found = candidates.matchingOthers(NOBODY)
  useFilled(candidates, found)
  const format = usePhoneFormat(useMe()?.defaultCountry)

  function choose(id: string) {
    const one = found.find((candidate) => candidate.id === id)
    if (one) onChoose({ id: one.id, name: one.name, as })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') document.getElementById(listId)?.querySelector('button')?.focus()
    else if (event.key === 'Enter' && found[0] && !candidates.isSearching) choose(found[0].id)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Input
        className={styles.field}
        type="search"
        value={candidates.written}
        placeholder={SEARCH_FILTER_TEXTS.findPerson}
        aria-label={SEARCH_FILTER_TEXTS.findPerson}
        onChange={(_, { value }) => candidates.write(value)}
        onKeyDown={onKeyDown}
      />
      <RadioGroup
        layout="horizontal"
        aria-label={SEARCH_FILTER_TEXTS.person}
        value={as}
        onChange={(_, { value }) => {
          const next = value as Person['as']
          setAs(next)
          if (person) onChange({ ...person, as: next })
        }}
      >
        <Radio value="with" label={SEARCH_FILTER_TEXTS.inChatsWith} />
        <Radio value="from" label={SEARCH_FILTER_TEXTS.sentBy} />
      </RadioGroup>
      {candidates.isError && (
        <div role="alert">
          {SEARCH_FILTER_TEXTS.peopleFailed}{' '}
          <Button size="small" onClick={candidates.loadAgain}>
            {SEARCH_FILTER_TEXTS.retry}
          </Button>
        </div>
      )}
      <div id={listId}>
        <OptionList
          label={SEARCH_FILTER_TEXTS.people}
          options={found.map((one) => ({ id: one.id, name: one.name, note: numberNextToName(one, format) }))}
          chosenId={person?.id ?? null}
          onChoose={choose}
          onEnd={candidates.loadMore}
        />
      </div>
      {found.length === 0 && !candidates.isError && (
        <output className={styles.note}>
          {candidates.isPending || candidates.isSearching ? SEARCH_FILTER_TEXTS.loading : SEARCH_FILTER_TEXTS.noPeople}
        </output>
      )}
    </>
  )
}

const NOBODY: readonly never[] = []
