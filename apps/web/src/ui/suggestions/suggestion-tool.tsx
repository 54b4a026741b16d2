import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ComponentType, KeyboardEvent, Ref, RefObject } from 'react'
import type { Chunk } from '../../platform/chunks.ts'
import { useChunk } from '../../platform/lazy-component.tsx'
import { useLayer } from '../../platform/use-layer.ts'
import { usePressOutside } from '../../platform/use-press-outside.ts'
import { BusyRing } from '../busy-ring.tsx'
import { usePopoverStyles } from '../popover.styles.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'

const useStyles = makeStyles({
  popover: {
    width: '440px',
    maxWidth: `calc(100% - 2 * ${tokens.spacingHorizontalXXL})`,
    boxSizing: 'border-box',
    '@media (max-width: 699.98px)': {
      left: tokens.spacingHorizontalM,
      right: tokens.spacingHorizontalM,
      width: 'auto',
      maxWidth: 'none',
    },
  },
})

/** A trigger such as `/` and what was typed after it, up to the caret. */
export type TypedTerm = { from: number; to: number; term: string }

/** The search term of the list: what was typed in the text, or in its own field. */
export type SuggestionSource = { by: 'search' } | ({ by: 'typing' } & TypedTerm)

/** Passes key presses in the text to the list. */
export type SuggestionListHandle = {
  /** Returns whether it has handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

export type SuggestionToolHandle = {
  /** Opens the list with a search field. */
  open: () => void
  /** Call after the text was edited, or the selection moved. `opens`: also with a term that was typed before. */
  look: (isEdit: boolean, how?: { opens: boolean }) => void
  /** Returns whether the open list has handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** Call when the text loses the focus. */
  onBlur: () => void
}

/** The props that every list gets. */
export type SuggestionListProps = {
  source: SuggestionSource
  /** The term for which Enter was pressed before the list was loaded. */
  early: string | null
  onEarly: (term: string | null) => void
  className: string
  onClose: () => void
  ref: Ref<SuggestionListHandle>
}

type Props<Place extends object> = {
  ref: Ref<SuggestionToolHandle>
  field: RefObject<HTMLTextAreaElement | null>
  /** Finds the term at the caret. */
  termAt: (text: string, caret: number) => TypedTerm | null
  /** The list. */
  chunk: { name: string; load: Chunk<ComponentType<Place & SuggestionListProps>> }
  /** The list's own props. */
  place: Place
  texts: { loading: string; failed: string }
}

/** A list of insertable items above the composer, while it is open. Loaded on first use. */
export function SuggestionTool<Place extends object>({ ref, field, termAt, ...popover }: Props<Place>) {
  const [source, setSource] = useState<SuggestionSource | null>(null)
  const tool = useRef<HTMLDivElement>(null)
  const list = useRef<SuggestionListHandle>(null)
  useLayer(source?.by === 'search', () => setSource(null))

  usePressOutside(source !== null, [tool, field], () => setSource(null))

  function onKeyDown(event: KeyboardEvent): boolean {
    if (source === null) return false
    return event.key === 'Escape' ? closeByKey(event) : (list.current?.onKeyDown(event) ?? false)
  }

  function closeByKey(event: KeyboardEvent): boolean {
    event.preventDefault()
    event.stopPropagation()
    setSource(null)
    field.current?.focus()
    return true
  }

  useImperativeHandle(ref, () => ({
    open: () => setSource({ by: 'search' }),
    look(isEdit, { opens } = { opens: false }) {
      const text = field.current
      if (text === null || (source === null && !isEdit)) return
      const isCaret = text.selectionStart === text.selectionEnd
      const found = isCaret ? termAt(text.value, text.selectionStart) : null
      setSource((before) => {
        if (found === null) return null
        // After Escape, the list stays closed until the trigger is typed again.
        if (before === null && found.term !== '' && !opens) return null
        const isSame = before?.by === 'typing' && before.from === found.from && before.term === found.term
        return isSame ? before : { by: 'typing', ...found }
      })
    },
    onKeyDown,
    onBlur: () => setSource((before) => (before?.by === 'typing' ? null : before)),
  }))

  if (source === null) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what is open
    <div ref={tool} onKeyDown={(event) => event.key === 'Escape' && closeByKey(event)}>
      <Popover {...popover} source={source} listRef={list} onClose={() => setSource(null)} />
    </div>
  )
}

type PopoverProps<Place extends object> = Pick<Props<Place>, 'chunk' | 'texts' | 'place'> & {
  source: SuggestionSource
  listRef: Ref<SuggestionListHandle>
  onClose: () => void
}

function Popover<Place extends object>({ chunk, texts, place, source, listRef, onClose }: PopoverProps<Place>) {
  const styles = useStyles()
  const { popover } = usePopoverStyles()
  const className = mergeClasses(popover, styles.popover)
  const [early, setEarly] = useState<string | null>(null)
  const { data: List, isError } = useChunk(chunk.name, chunk.load)
  if (List) {
    const shown = { source, early, onEarly: setEarly, className, onClose }
    return <List {...place} {...shown} ref={listRef} />
  }
  return (
    <div className={className}>
      <Loading ref={listRef} source={source} texts={texts} onEarly={setEarly} isError={isError} />
    </div>
  )
}

type LoadingProps = {
  source: SuggestionSource
  texts: Props<object>['texts']
  onEarly: (term: string) => void
  isError: boolean
  ref: Ref<SuggestionListHandle>
}

function Loading({ source, texts, onEarly, isError, ref }: LoadingProps) {
  const { said } = usePopoverStyles()
  const root = useRef<HTMLDivElement>(null)
  // For Escape; the list has its own focus.
  useEffect(() => {
    if (source.by === 'search') root.current?.focus()
  }, [source.by])
  useImperativeHandle(ref, () => ({
    onKeyDown(event) {
      // Enter is meant for the list that is about to appear, and must not send the message.
      if (event.key !== 'Enter' || isError || source.by === 'search') return false
      event.preventDefault()
      onEarly(source.term)
      return true
    },
  }))
  return (
    <div ref={root} tabIndex={-1} className={said} role={isError ? 'alert' : undefined}>
      {isError ? texts.failed : <BusyRing />}
      {!isError && <VisuallyHidden>{texts.loading}</VisuallyHidden>}
    </div>
  )
}
