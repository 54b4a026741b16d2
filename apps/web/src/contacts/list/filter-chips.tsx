import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useQuery } from '@tanstack/react-query'
import { useApi, useTimes } from '../../platform/platform-context.tsx'
import { fieldsQuery } from '../shared-queries.ts'
import { focusFilterButton } from './filter-button.tsx'
import { activeFilters } from './filter-names.ts'
import { withoutFilters } from './list-state.ts'
import type { ListState } from './list-state.ts'
import { FILTER_TEXTS } from './list-texts.ts'
import { useListStyles } from './list.styles.ts'

/** The filters that are on, each to be removed. */
export function FilterChips({ state, onChange }: { state: ListState; onChange: (state: ListState) => void }) {
  const styles = useListStyles()
  const times = useTimes()
  const { data: fields = [] } = useQuery(fieldsQuery(useApi()))

  function show(next: ListState) {
    onChange(next)
    focusFilterButton()
  }

  return (
    <fieldset className={styles.chips} aria-label={FILTER_TEXTS.chips}>
      {activeFilters(state, { fields, times }).map(({ key, name, rest }) => (
        <Button
          key={key}
          data-compact
          className={styles.chip}
          size="small"
          shape="circular"
          icon={{ className: styles.cross, children: <DismissRegular /> }}
          iconPosition="after"
          aria-label={FILTER_TEXTS.remove(name)}
          data-tip={FILTER_TEXTS.remove(name)}
          onClick={() => show(rest)}
        >
          <bdi className={styles.chipName}>{name}</bdi>
        </Button>
      ))}
      <Button size="small" appearance="transparent" onClick={() => show(withoutFilters(state))}>
        {FILTER_TEXTS.clear}
      </Button>
    </fieldset>
  )
}
