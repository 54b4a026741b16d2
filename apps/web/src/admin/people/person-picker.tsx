import type { DirectoryPerson } from '@partyline/contract'
import { LOOKUP_MIN_LENGTH, OPTIONS_HEIGHT, PACE } from '@partyline/contract'
import { Combobox, Option } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ref } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { USER_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { queryKeys } from '../../platform/query-keys.ts'

type Props = {
  inputRef: Ref<HTMLInputElement>
  chosen: DirectoryPerson | null
  disabled: boolean
  onChoose: (person: DirectoryPerson | null) => void
}

/** Searches the directory while the person types. A request is canceled when the term changes. */
export function PersonPicker({ inputRef, chosen, disabled, onChoose, ...field }: Props) {
  const styles = useAdminStyles()
  const api = useApi()
  const [written, setWritten] = useState('')
  const term = useDebounced(written.trim(), PACE.searchDebounceMs)
  const isLongEnough = term.length >= LOOKUP_MIN_LENGTH
  const { data: people, error } = useQuery({
    queryKey: queryKeys.users.lookup(term),
    queryFn: ({ signal }) => api.call('users.lookup', { body: { searchTerm: term }, signal }),
    enabled: isLongEnough,
    retry: false,
  })
  const isAsking = written.trim() !== term || (isLongEnough && !people && !error)
  const found = isAsking ? [] : (people ?? [])

  function hint(): string {
    if (isAsking) return USER_TEXTS.searching
    if (error) return errorText(error)
    return isLongEnough ? USER_TEXTS.noPerson : USER_TEXTS.personHint
  }

  return (
    <Combobox
      {...field}
      ref={inputRef}
      freeform
      listbox={{ style: { maxHeight: OPTIONS_HEIGHT.modal } }}
      // Otherwise the list would use the full height of the window.
      positioning={{ autoSize: false }}
      placeholder={USER_TEXTS.personHint}
      value={chosen?.name ?? written}
      selectedOptions={chosen ? [chosen.id] : []}
      disabled={disabled}
      onChange={(event) => {
        setWritten(event.target.value)
        onChoose(null)
      }}
      onOptionSelect={(_, { optionValue }) => {
        const person = people?.find(({ id }) => id === optionValue)
        if (person) onChoose(person)
      }}
    >
      {found.map((person) => (
        <Option key={person.id} value={person.id} text={person.name} disabled={person.alreadyAdded}>
          <span className={styles.itemWords}>
            {person.name}
            <span className={styles.itemDetail}>{person.alreadyAdded ? USER_TEXTS.alreadyAdded : person.email}</span>
          </span>
        </Option>
      ))}
      {found.length === 0 && (
        <Option disabled value="" text="">
          {hint()}
        </Option>
      )}
    </Combobox>
  )
}
