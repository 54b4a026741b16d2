import {
  renderDropdown_unstable,
  useComboboxContextValues,
  useDropdown_unstable,
  useDropdownStyles_unstable,
} from '@fluentui/react-components'
import type { DropdownProps } from '@fluentui/react-components'
import { useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { createTypeAhead, typedOption } from './type-ahead.ts'

const KEEP_HEIGHT = { autoSize: false } as const

type Props = DropdownProps & { ref?: Ref<HTMLButtonElement> }

/**
 * Fluent's Dropdown with the specified type-ahead timeout instead of its own, and with a list that keeps its maximum height,
 * which Fluent's positioning would replace with the height of the window. Fluent exports no stable hook for the keys.
 */
export function Dropdown({ ref = null, ...props }: Props) {
  const state = useDropdown_unstable({ positioning: KEEP_HEIGHT, ...props }, ref)
  const contextValues = useComboboxContextValues(state)
  useDropdownStyles_unstable(state)
  const [typeAhead] = useState(() => createTypeAhead(() => Date.now()))
  const { open, setOpen, getOptionById, activeDescendantController: options, button } = state

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    if (!isTyped(event)) {
      button.onKeyDown?.(event)
      return
    }
    const typed = typeAhead(event.key)
    if (!open) {
      setOpen(event, true)
      return
    }
    const ids: string[] = []
    options.find((id) => ids.push(id) < 0, { passive: true })
    const texts = ids.map((id) => getOptionById(id)?.text ?? '')
    const found = ids[typedOption(texts, ids.indexOf(options.active() ?? ''), typed)]
    if (found === undefined) options.blur()
    else options.focus(found)
  }

  return renderDropdown_unstable({ ...state, button: { ...button, onKeyDown } }, contextValues)
}

function isTyped({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey
}
