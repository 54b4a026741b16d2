import type { PhoneNumber } from '@partyline/contract'
import { OPTIONS_HEIGHT } from '@partyline/contract'
import { Button, Option, SearchBox } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { mobileNumbersQuery, usePhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { Dropdown, EmptyState, openModal } from '../../ui/index.ts'
import { editMobileModal } from '../admin-modals.ts'
import { ADMIN_TEXTS, MOBILE_TEXTS } from '../admin-texts.ts'
import { useAdminStyles } from '../admin.styles.ts'
import { Card } from '../parts/card.tsx'
import { EntriesTable } from '../parts/entries-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { NoMatch } from '../parts/no-match.tsx'
import { useTenant } from '../../settings/index.ts'
import { matchingNumbers } from './matching-numbers.ts'
import type { NumberFilter } from './matching-numbers.ts'

const FILTERS: readonly NumberFilter[] = ['enabled', 'disabled', 'all']

/** The contacts; at first those that are enabled. */
export function MobileNumbers() {
  const styles = useAdminStyles()
  const api = useApi()
  const [filter, setFilter] = useState<NumberFilter>('enabled')
  const [term, setTerm] = useState('')
  return (
    <Card
      title={MOBILE_TEXTS.title}
      about={MOBILE_TEXTS.about}
      action={
        <Button icon={<AddRegular />} onClick={() => openModal(editMobileModal, { number: null })}>
          {MOBILE_TEXTS.add}
        </Button>
      }
    >
      <div className={styles.tools}>
        <SearchBox
          className={styles.search}
          aria-label={MOBILE_TEXTS.search}
          placeholder={MOBILE_TEXTS.search}
          value={term}
          onChange={(_, { value }) => setTerm(value)}
        />
        <Dropdown
          className={styles.filter}
          aria-label={MOBILE_TEXTS.filter}
          listbox={{ style: { maxHeight: OPTIONS_HEIGHT.default } }}
          value={MOBILE_TEXTS.filters[filter]}
          selectedOptions={[filter]}
          onOptionSelect={(_, { optionValue }) => setFilter(optionValue as NumberFilter)}
        >
          {FILTERS.map((one) => (
            <Option key={one} value={one}>
              {MOBILE_TEXTS.filters[one]}
            </Option>
          ))}
        </Dropdown>
      </div>
      <Loaded query={mobileNumbersQuery(api)}>
        {(numbers) => <Found numbers={numbers} found={matchingNumbers(numbers, { filter, term })} />}
      </Loaded>
    </Card>
  )
}

function Found({ numbers, found }: { numbers: readonly PhoneNumber[]; found: readonly PhoneNumber[] }) {
  const format = usePhoneFormat(useTenant().defaultCountry)
  if (found.length === 0) {
    if (numbers.length > 0) return <NoMatch />
    return <EmptyState title={MOBILE_TEXTS.emptyTitle} text={MOBILE_TEXTS.emptyText} />
  }
  return (
    <EntriesTable
      label={MOBILE_TEXTS.title}
      detailTitle={ADMIN_TEXTS.number}
      entries={found.map(({ id, name, number, disabled }) => ({ id, name, detail: format(number), disabled }))}
      onEdit={(id) => openModal(editMobileModal, { number: found.find((one) => one.id === id) ?? null })}
    />
  )
}
