import { Button, tokens } from '@fluentui/react-components'
import { FilterRegular } from '@fluentui/react-icons/svg/filter'
import { Suspense, useState } from 'react'
import { loadOnApproach, optionalChunk } from '../../platform/chunks.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { CHAT_TEXTS } from '../chat-texts.ts'
import { useListSettings } from './list-settings.ts'

export const loadFilterChips = optionalChunk(async () => (await import('./filter-chips.tsx')).FilterChips)
const loadMenu = optionalChunk(async () => {
  const [{ FilterMenu }] = await Promise.all([import('./filter-menu.tsx'), loadFilterChips()])
  return FilterMenu
})
const FilterMenu = lazyComponent(loadMenu)

/** Returns the focus when a filter is removed together with its own control. */
export const focusFilterButton = () => document.getElementById(BUTTON_ID)?.focus()

const BUTTON_ID = 'list-filter'

/** The button of the menu with filters and density, and of nothing else until it is used. */
export function FilterButton() {
  const [wanted, setWanted] = useState(false)
  const button = useFilterButton()
  const closed = (
    <Button
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      {...loadOnApproach(loadMenu)}
    />
  )
  return wanted ? (
    <Suspense fallback={closed}>
      <FilterMenu />
    </Suspense>
  ) : (
    closed
  )
}

export function useFilterButton() {
  const [{ view }] = useListSettings()
  const count = view.filters.length + (view.line === null ? 0 : 1)
  return {
    id: BUTTON_ID,
    appearance: 'subtle',
    icon: <FilterRegular {...(count > 0 && { primaryFill: tokens.colorBrandForeground1 })} />,
    'aria-label': count > 0 ? CHAT_TEXTS.filtered(count) : CHAT_TEXTS.filter,
  } as const
}
