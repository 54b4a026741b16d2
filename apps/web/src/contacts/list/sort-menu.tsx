import type { ContactSort } from '@partyline/contract'
import { Button, Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components'
import { ArrowSortRegular } from '@fluentui/react-icons/svg/arrow-sort'
import { useMenuLayer } from '../../ui/index.ts'
import { LIST_TEXTS } from './list-texts.ts'

const SORTS = (['name', 'lastText', 'created'] as const).flatMap((by) =>
  [by !== 'name', by === 'name'].map((descending) => ({ by, descending })),
)
const keyOf = ({ by, descending }: ContactSort) => `${by} ${descending}`

/** The orders of the list, for layouts without room for column headers. */
export function SortMenu({ sort, onChange }: { sort: ContactSort; onChange: (sort: ContactSort) => void }) {
  const layer = useMenuLayer({ isOpen: false })
  return (
    <Menu
      {...layer}
      positioning="below-end"
      checkedValues={{ sort: [keyOf(sort)] }}
      onCheckedValueChange={(_, { checkedItems: [chosen] }) => {
        const next = SORTS.find((one) => keyOf(one) === chosen)
        if (next) onChange(next)
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" icon={<ArrowSortRegular />} aria-label={LIST_TEXTS.sort} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {SORTS.map((one) => (
            <MenuItemRadio key={keyOf(one)} name="sort" value={keyOf(one)}>
              {LIST_TEXTS.sorts[one.by][`${one.descending}`]}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}
