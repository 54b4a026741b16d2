import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { lazyChunk } from '../platform/chunks.ts'
import { useChunk } from '../platform/lazy-component.tsx'
import { useLayer } from '../platform/use-layer.ts'
import { usePressOutside } from '../platform/use-press-outside.ts'
import { BusyRing, usePopoverStyles, VisuallyHidden } from '../ui/index.ts'
import { slashTermAt } from './slash-term.ts'
import type { ListSource, SnippetListHandle, SnippetPlace } from './snippet-place.ts'
import { SNIPPET_TEXTS } from './snippet-texts.ts'

const loadList = lazyChunk(async () => (await import('./snippet-list.tsx')).SnippetList)

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

export type SnippetToolHandle = {
  /** Opens the list with a search field. */
  open: () => void
  /** Call after the text was edited, or the selection moved. */
  look: (isEdit: boolean) => void
  /** Returns whether the open list has handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** Call when the text loses the focus. */
  onBlur: () => void
}

type Props = SnippetPlace & { ref: Ref<SnippetToolHandle> }

/** The list of snippets above the composer, while it is open. It is loaded on first use. */
export function SnippetTool({ ref, ...place }: Props) {
  const { field } = place
  const [source, setSource] = useState<ListSource | null>(null)
  const tool = useRef<HTMLDivElement>(null)
  const list = useRef<SnippetListHandle>(null)
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
    look(isEdit) {
      const text = field.current
      if (text === null || (source === null && !isEdit)) return
      const isCaret = text.selectionStart === text.selectionEnd
      const found = isCaret ? slashTermAt(text.value, text.selectionStart) : null
      setSource((before) => {
        if (found === null) return null
        // After Escape, the list stays closed until another `/` is typed.
        if (before === null && found.term !== '') return null
        const isSame = before?.by === 'slash' && before.from === found.from && before.term === found.term
        return isSame ? before : { by: 'slash', ...found }
      })
    },
    onKeyDown,
    onBlur: () => setSource((before) => (before?.by === 'slash' ? null : before)),
  }))

  if (source === null) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what is open
    <div ref={tool} onKeyDown={(event) => event.key === 'Escape' && closeByKey(event)}>
      <Popover {...place} source={source} listRef={list} onClose={() => setSource(null)} />
    </div>
  )
}

type PopoverProps = SnippetPlace & {
  source: ListSource
  listRef: Ref<SnippetListHandle>
  onClose: () => void
}

function Popover({ listRef, ...rest }: PopoverProps) {
  const styles = useStyles()
  const { popover } = usePopoverStyles()
  const className = mergeClasses(popover, styles.popover)
  const [early, setEarly] = useState<string | null>(null)
  const { data: List, isError } = useChunk('snippet-list', loadList)
  if (List) return <List {...rest} early={early} onEarly={setEarly} ref={listRef} className={className} />
  return (
    <div className={className}>
      <Loading ref={listRef} source={rest.source} onEarly={setEarly} isError={isError} />
    </div>
  )
}

type LoadingProps = {
  source: ListSource
  onEarly: (term: string) => void
  isError: boolean
  ref: Ref<SnippetListHandle>
}

function Loading({ source, onEarly, isError, ref }: LoadingProps) {
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
      {isError ? SNIPPET_TEXTS.failed : <BusyRing />}
      {!isError && <VisuallyHidden>{SNIPPET_TEXTS.loading}</VisuallyHidden>}
    </div>
  )
}
