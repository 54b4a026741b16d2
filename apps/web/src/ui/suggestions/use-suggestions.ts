import { useEffect, useEffectEvent, useId, useImperativeHandle, useState } from 'react'
import type { KeyboardEvent, Ref, RefObject } from 'react'
import type { SuggestionListHandle, SuggestionSource } from './suggestion-tool.tsx'

type Parts = {
  ref: Ref<SuggestionListHandle>
  source: SuggestionSource
  /** The search term: typed in the text, or in the list's own field. */
  term: string
  /** The term for which Enter was pressed before the list was loaded. */
  early: string | null
  onEarly: (term: string | null) => void
  /** The text in which the term is typed. */
  field: RefObject<HTMLTextAreaElement | null>
  /** The options, in order. */
  keys: readonly string[]
  /** The option that Enter chooses at first; undefined: none. */
  first: string | undefined
  /** False if what was typed is ordinary text. */
  isListed: boolean
  isLoaded: boolean
  /** Whether loading has failed. */
  isFailed: boolean
  onChoose: (key: string) => void
}

/** The active option, and the keys of a list of suggestions. The field keeps the focus. */
export function useSuggestions(parts: Parts) {
  const { ref, source, term, early, onEarly, field, keys, first, isListed, isLoaded, isFailed, onChoose } = parts
  const listId = useId()
  const [marked, setMarked] = useState({ term: '', key: '' })
  const active = marked.term === term && keys.includes(marked.key) ? marked.key : first
  const isTyped = source.by === 'typing'

  useEffect(() => {
    if (active !== undefined)
      document.querySelector(`#${CSS.escape(`${listId}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  // A text area has no `aria-expanded`; the rest of a combobox it may have.
  useEffect(() => {
    const text = field.current
    if (!isTyped || !isListed || !isLoaded || text === null) return undefined
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': listId,
      ...(active !== undefined && { 'aria-activedescendant': `${listId}-${active}` }),
    }
    for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) text.removeAttribute(name)
    }
  }, [field, isTyped, isListed, isLoaded, listId, active])

  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isListed || event.ctrlKey || event.metaKey || event.altKey) return false
    const { key, shiftKey } = event
    if ((key === 'ArrowDown' || key === 'ArrowUp') && !shiftKey) move(key === 'ArrowDown' ? 1 : -1)
    else if ((key === 'Enter' || (key === 'Tab' && isTyped)) && !shiftKey && active !== undefined) onChoose(active)
    // Enter is meant for the list that is about to appear, and must not send the message.
    else if (key === 'Enter' && !shiftKey && !isLoaded && !isFailed) onEarly(term)
    else return false
    event.preventDefault()
    return true
  }

  useImperativeHandle(ref, () => ({ onKeyDown }))

  const chooseEarly = useEffectEvent(() => {
    if (early === term && active !== undefined) onChoose(active)
    onEarly(null)
  })
  useEffect(() => {
    // React ignores what is written into a field during an effect.
    if (isLoaded && early !== null) queueMicrotask(chooseEarly)
  }, [isLoaded, early])

  function move(step: number) {
    if (keys.length === 0) return
    const from = active === undefined ? (step > 0 ? -1 : 0) : keys.indexOf(active)
    setMarked({ term, key: keys[(from + step + keys.length) % keys.length] ?? '' })
  }

  return { listId, active, onKeyDown, optionId: (key: string) => `${listId}-${key}` }
}
