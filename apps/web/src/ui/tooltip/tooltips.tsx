import { makeStyles, tokens, Tooltip } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { KeyCaps } from '../key-caps.tsx'

/** Fluent's own delay, before a tooltip opens and before it closes. Milliseconds. */
const DELAY_MS = 250
/** Keys that move the focus: a focus that a program moves opens no tooltip. */
const MOVES_FOCUS = /^(?:Tab|Arrow.*|Home|End)$/
const LEAVES_TOOLTIP = /^(?:Shift|Control|Alt|Meta)$/

const useStyles = makeStyles({
  content: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
})

type Shown = { control: Element; text: string; keys: string | null }

/**
 * One tooltip for all controls: the name of one without visible words, or its `data-tip`, and the first of its
 * `aria-keyshortcuts`. Screen readers get both from the control. A touch opens none.
 */
export function Tooltips({ first }: { first: Event }) {
  const styles = useStyles()
  const [shown, setShown] = useState<Shown | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const firstEvent = useRef(first)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let over: Element | null = null
    let lastKey = ''
    const show = (control: Element | null, delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => setShown(control && tipOf(control)), delay)
    }
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      if (content.current?.contains(target as Element)) return clearTimeout(timer)
      const control = controlOf(target)
      if (control === over && control !== null) return
      over = control
      show(control, DELAY_MS)
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      if (MOVES_FOCUS.test(lastKey)) show(controlOf(target), DELAY_MS)
    }
    const close = () => show(null, 0)
    const onPointerDown = () => {
      lastKey = ''
      close()
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      lastKey = key
      if (LEAVES_TOOLTIP.test(key)) return
      close()
      // At once, because Fluent's open tooltip would keep the key from the dialog below it.
      if (key === 'Escape') flushSync(() => setShown(null))
    }
    const listeners: [string, (event: never) => void][] = [
      ['pointerover', onPointerOver],
      ['pointerdown', onPointerDown],
      ['focusin', onFocusIn],
      ['focusout', close],
      ['keydown', onKeyDown],
    ]
    for (const [type, listener] of listeners) document.addEventListener(type, listener as EventListener, true)
    // The event that loaded this code was dispatched before these listeners were added. Since then, a click may have moved the
    // control from under the pointer.
    const { current: event } = firstEvent
    if (event instanceof PointerEvent && controlOf(event.target)?.matches(':hover')) onPointerOver(event)
    else if (event instanceof KeyboardEvent && event.target === document.activeElement) {
      lastKey = event.key
      onFocusIn(event as unknown as FocusEvent)
    }
    return () => {
      clearTimeout(timer)
      for (const [type, listener] of listeners) document.removeEventListener(type, listener as EventListener, true)
    }
  }, [])

  useEffect(() => {
    if (!shown) return undefined
    // A control may disappear, or open its menu, without the pointer or the focus leaving it.
    const observer = new MutationObserver(() => {
      const { control } = shown
      if (!control.isConnected || control.getAttribute('aria-expanded') === 'true') setShown(null)
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-expanded'] })
    return () => observer.disconnect()
  }, [shown])

  if (!shown) return null
  return (
    <Tooltip
      visible
      relationship="inaccessible"
      positioning={{ target: shown.control as HTMLElement }}
      // In a landmark or the dialog, for screen readers.
      mountNode={shown.control.closest<HTMLElement>('[role="dialog"], main')}
      onVisibleChange={() => setShown(null)}
      content={{
        ref: content,
        className: styles.content,
        children: (
          <>
            {shown.text}
            {shown.keys && <KeyCaps keys={shown.keys} small />}
          </>
        ),
      }}
    />
  )
}

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('button, a, [role="button"]') : null
}

function tipOf(control: Element): Shown | null {
  if (!control.isConnected || control.getAttribute('aria-expanded') === 'true') return null
  const keys = control.getAttribute('aria-keyshortcuts')?.split(' ')[0] ?? null
  const isIcon = (control as HTMLElement).innerText.trim() === '' && control.querySelector('svg') !== null
  const text = control.getAttribute('data-tip') ?? (isIcon || keys ? control.getAttribute('aria-label') : null)
  return text === null ? null : { control, text, keys }
}
