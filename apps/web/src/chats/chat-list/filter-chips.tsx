import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { toggleFilter, withoutFilters } from '../../core/chats/list-view.ts'
import { CHIP_BUTTON } from '../../ui/index.ts'
import { focusFilterButton } from './filter-button.tsx'
import { LIST_FILTER_NAMES, LIST_FILTER_TEXTS } from './list-filter-texts.ts'
import { useLineNames } from './line-names.ts'
import { useListSettings } from './list-settings.ts'
import type { ListView } from '../../core/chats/list-view.ts'

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    margin: 0,
    border: 'none',
    minWidth: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
  },
  chips: {
    display: 'flex',
    flexWrap: 'wrap',
    flexGrow: 1,
    minWidth: 0,
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXS}`,
  },
  clear: { flexShrink: 0 },
  chip: { ...CHIP_BUTTON, maxWidth: '100%', fontWeight: tokens.fontWeightRegular },
  cross: { width: '12px', height: '12px', fontSize: '12px' },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** The filters that are on, each to be removed. */
export function FilterChips() {
  const styles = useStyles()
  const [{ view }, change] = useListSettings()
  const lines = useLineNames()

  function show(next: ListView) {
    change({ view: next })
    focusFilterButton()
  }
  const chips = view.filters.map((filter) => ({ name: LIST_FILTER_NAMES[filter], rest: toggleFilter(view, filter) }))
  if (view.line !== null) {
    chips.push({ name: lines?.get(view.line) ?? LIST_FILTER_TEXTS.otherLine, rest: { ...view, line: null } })
  }
  return (
    <fieldset className={styles.row} aria-label={LIST_FILTER_TEXTS.chips}>
      <div className={styles.chips}>
        {chips.map(({ name, rest }) => (
          <Button
            key={name}
            data-compact
            className={styles.chip}
            size="small"
            shape="circular"
            icon={{ className: styles.cross, children: <DismissRegular /> }}
            iconPosition="after"
            aria-label={LIST_FILTER_TEXTS.remove(name)}
            data-tip={LIST_FILTER_TEXTS.remove(name)}
            onClick={() => show(rest)}
          >
            <bdi className={styles.name}>{name}</bdi>
          </Button>
        ))}
      </div>
      <Button
        className={styles.clear}
        size="small"
        appearance="transparent"
        aria-label={LIST_FILTER_TEXTS.clearAll}
        onClick={() => show(withoutFilters(view))}
      >
        {LIST_FILTER_TEXTS.clear}
      </Button>
    </fieldset>
  )
}
