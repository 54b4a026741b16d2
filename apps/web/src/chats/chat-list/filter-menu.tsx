import { filterOf, LIST_FILTERS } from '@partyline/contract'
import type { FilterCount, NumberId } from '@partyline/contract'
import {
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItemCheckbox,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  tokens,
} from '@fluentui/react-components'
import { toggleFilter } from '../../core/chats/list-view.ts'
import { useMenuLayer, VisuallyHidden } from '../../ui/index.ts'
import { useMe } from '../../users/index.ts'
import { useFilterButton } from './filter-button.tsx'
import { DENSITY_NAMES, LIST_FILTER_NAMES, LIST_FILTER_TEXTS } from './list-filter-texts.ts'
import { useListSettings } from './list-settings.ts'
import type { Density } from './list-settings.ts'
import { useLineNames } from './line-names.ts'
import { useChatCounts } from './use-chat-counts.ts'

/** How often the counts of the open menu are refreshed. */
const REFRESH_MS = 5_000

const useStyles = makeStyles({
  list: { minWidth: '220px' },
  count: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
})

/** It is mounted to be opened, so that it starts open. */
export function FilterMenu() {
  const styles = useStyles()
  const layer = useMenuLayer()
  const button = useFilterButton()
  const [{ view, density }, change] = useListSettings()
  const lines = useLineNames()
  const isAdmin = useMe()?.role === 'Admin'
  const { data: counts } = useChatCounts(view.mode, { enabled: layer.open ?? false, refetchInterval: REFRESH_MS })
  const countOf = (line: string) => counts?.lines.find(({ numberId }) => numberId === line)

  function onChange(name: string, values: readonly string[]) {
    if (name === 'density') change({ density: values[0] as Density })
    if (name === 'line')
      change({ view: { ...view, line: (values.find((id) => id !== view.line) as NumberId) ?? null } })
    const changed = LIST_FILTERS.find((filter) => values.includes(filter) !== view.filters.includes(filter))
    if (name === 'filter' && changed) change({ view: toggleFilter(view, changed) })
  }

  return (
    <Menu
      {...layer}
      positioning="below-end"
      checkedValues={{ filter: [...view.filters], line: view.line === null ? [] : [view.line], density: [density] }}
      onCheckedValueChange={(_, { name, checkedItems }) => onChange(name, checkedItems)}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button {...button} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.list}>
          <MenuGroup>
            <MenuGroupHeader>{LIST_FILTER_TEXTS.filters}</MenuGroupHeader>
            {LIST_FILTERS.filter((filter) => isAdmin || !filterOf(filter).forAdmins).map((filter) => (
              <MenuItemCheckbox
                key={filter}
                name="filter"
                value={filter}
                secondaryContent={<Count found={counts?.[filter]} />}
              >
                {LIST_FILTER_NAMES[filter]}
              </MenuItemCheckbox>
            ))}
          </MenuGroup>
          {lines !== null && (
            <MenuGroup>
              <MenuGroupHeader>{LIST_FILTER_TEXTS.line}</MenuGroupHeader>
              {[...lines].map(([id, name]) => (
                <MenuItemCheckbox key={id} name="line" value={id} secondaryContent={<Count found={countOf(id)} />}>
                  {name}
                </MenuItemCheckbox>
              ))}
            </MenuGroup>
          )}
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{LIST_FILTER_TEXTS.density}</MenuGroupHeader>
            {Object.entries(DENSITY_NAMES).map(([value, name]) => (
              <MenuItemRadio key={value} name="density" value={value}>
                {name}
              </MenuItemRadio>
            ))}
          </MenuGroup>
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}

/** How many chats a filter finds on its own. */
function Count({ found }: { found: FilterCount | undefined }) {
  const styles = useStyles()
  if (found === undefined) return null
  const { count, more } = found
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{more ? `${count}+` : count}</span>
      <VisuallyHidden>{more ? LIST_FILTER_TEXTS.atLeast(count) : LIST_FILTER_TEXTS.count(count)}</VisuallyHidden>
    </span>
  )
}
