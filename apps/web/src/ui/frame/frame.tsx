import { Button, mergeClasses, PortalMountNodeProvider } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useFrameWidth } from './frame-width.ts'
import { useFrameStyles } from './frame.styles.ts'

type Props = {
  list: { label: string; content: ReactNode }
  main: { label: string; content: ReactNode }
  /** The right pane; null while it is closed. Below 1000 px it is a drawer over the others. */
  side: { title: string; content: ReactNode; onClose: () => void } | null
  /** Which of the list and main pane is shown if there is room for one. */
  showing: 'list' | 'main'
}

/** Three panes: the chats, the opened chat, and on demand its members. */
export function Frame({ list, main, side, showing }: Props) {
  const styles = useFrameStyles()
  const width = useFrameWidth()
  // Nothing behind a drawer can be reached.
  const behind = side !== null && width !== 'three'
  const [element, setElement] = useState<HTMLElement | null>(null)
  return (
    // Labeled, because the Teams window has a main landmark of its own.
    <main ref={setElement} className={styles.frame} aria-label={list.label}>
      {/* Menus are in the landmark, for screen readers, and above everything in it. */}
      <PortalMountNodeProvider value={element ?? undefined}>
        {/* The list's own heading is hidden together with the list. */}
        {width === 'one' && showing === 'main' && <h1 className={styles.heading}>{list.label}</h1>}
        <section
          className={mergeClasses(styles.list, showing === 'main' && styles.waiting)}
          aria-label={list.label}
          inert={behind}
        >
          {list.content}
        </section>
        <section
          className={mergeClasses(styles.main, showing === 'list' && styles.waiting)}
          aria-label={main.label}
          inert={behind}
        >
          {main.content}
        </section>
        {side && <Side {...side} drawer={width !== 'three'} />}
      </PortalMountNodeProvider>
    </main>
  )
}

type SideProps = { title: string; content: ReactNode; onClose: () => void; drawer: boolean }

function Side({ title, content, onClose, drawer }: SideProps) {
  const styles = useFrameStyles()
  const pane = useRef<HTMLElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const opener = document.activeElement
    closeButton.current?.focus()
    return () => {
      // The panes behind are inert until this one closes. If the focus has moved by then, leave it there.
      requestAnimationFrame(() => {
        const stranded = document.activeElement === null || document.activeElement === document.body
        if (stranded && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      })
    }
  }, [])

  useEffect(() => {
    const section = pane.current
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      onClose()
    }
    section?.addEventListener('keydown', closeOnEscape)
    return () => section?.removeEventListener('keydown', closeOnEscape)
  }, [onClose])

  return (
    <>
      {drawer && <div className={styles.scrim} onClick={onClose} aria-hidden="true" />}
      <section ref={pane} className={styles.side} aria-label={title}>
        <div className={styles.sideHeader}>
          <h2 className={styles.sideTitle}>{title}</h2>
          <Button
            ref={closeButton}
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={`Close ${title}`}
            data-tip="Close"
            onClick={onClose}
          />
        </div>
        <div className={styles.sideContent}>{content}</div>
      </section>
    </>
  )
}
