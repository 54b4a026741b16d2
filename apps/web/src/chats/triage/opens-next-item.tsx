import { MenuItemCheckbox } from '@fluentui/react-components'
import { useSignedIn } from '../../auth/index.ts'
import { useStore } from '../../platform/use-store.ts'
import { opensNextOf } from './next-chat.ts'
import { TRIAGE_TEXTS } from './triage-texts.ts'

const OPENS_NEXT = 'opens-next'

/** The checked values of a menu with {@link OpensNextItem}, and the handler for its change. */
export function useOpensNextMenu() {
  const choice = opensNextOf(useSignedIn().id)
  const isOn = useStore(choice)
  return {
    checkedValues: { [OPENS_NEXT]: isOn ? [OPENS_NEXT] : [] },
    change: (name: string, [item]: readonly string[]) => {
      if (name === OPENS_NEXT) choice.set(item !== undefined)
    },
  }
}

export function OpensNextItem() {
  return (
    <MenuItemCheckbox name={OPENS_NEXT} value={OPENS_NEXT}>
      {TRIAGE_TEXTS.opensNext}
    </MenuItemCheckbox>
  )
}
