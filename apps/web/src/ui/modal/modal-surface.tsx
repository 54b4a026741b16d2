import {
  Dialog,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
  PortalMountNodeProvider,
  tokens,
} from '@fluentui/react-components'
// oxlint-disable-next-line no-restricted-imports -- the chunk of a modal loads its styles
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { ComponentType } from 'react'
import { BusyRing } from '../busy-ring.tsx'
import { ONE_PANE } from '../frame/frame-width.ts'
import { ModalNotLoaded } from './error-modal.tsx'
import { keepTyped } from './keep-typed.ts'
import { ModalContext } from './modal-context.ts'
import type { ModalControls } from './modal-context.ts'
import { modals } from './modals.ts'
import type { ModalDefinition, OpenedModal } from './modals.ts'

/** The page stays visible around a modal, even a long one. */
const AROUND_HEIGHT = 'calc(100dvh - 24px)'

const useStyles = makeStyles({
  surface: {
    [`@media ${ONE_PANE}`]: { padding: tokens.spacingHorizontalL },
    // Fluent's own condition, so that this wins over its full width.
    '@media screen and (max-width: 480px)': { maxWidth: 'calc(100vw - 24px)' },
  },
  narrow: { maxWidth: '440px', maxHeight: AROUND_HEIGHT },
  wide: { maxWidth: '640px', maxHeight: AROUND_HEIGHT },
  full: {
    width: '100vw',
    maxWidth: 'none',
    height: '100dvh',
    maxHeight: 'none',
    margin: 0,
    padding: 0,
    border: 'none',
    borderRadius: 0,
    [`@media ${ONE_PANE}`]: { padding: 0 },
    '@media screen and (max-width: 480px)': { maxWidth: 'none' },
  },
  loading: { display: 'grid', placeItems: 'center', minHeight: '160px' },
})

const contents = new WeakMap<ModalDefinition<object>, ComponentType<object>>()

function contentOf(definition: ModalDefinition<object>): ComponentType<object> {
  let content = contents.get(definition)
  if (content === undefined) {
    content = lazy(async () => {
      try {
        return { default: await definition.load() }
      } catch {
        // No network; the next modal tries again.
        contents.delete(definition)
        return { default: ModalNotLoaded }
      }
    })
    contents.set(definition, content)
  }
  return content
}

/** Labels the dialog while its content loads, and keeps what the person types for its first field. */
function ModalLoading({ surface }: { surface: HTMLElement | null }) {
  useEffect(() => (surface ? keepTyped(surface) : undefined), [surface])
  return (
    <>
      <DialogTitle>Loading</DialogTitle>
      <div className={useStyles().loading}>
        <BusyRing />
      </div>
    </>
  )
}

/** An open modal. Those below the newest are hidden, and keep their state. */
export function ModalSurface({ modal, shown }: { modal: OpenedModal; shown: boolean }) {
  const styles = useStyles()
  const { key, definition, submitting, opener } = modal
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  // Renders synchronously if the chunk is loaded; see `lazyComponent`.
  const [Content] = useState(() => definition.load.loaded() ?? contentOf(definition))
  const controls = useMemo<ModalControls>(
    () => ({
      close: () => modals.close(key),
      done: () => modals.close(key, { done: true }),
      submitting,
      setSubmitting: (busy) => modals.change(key, { submitting: busy }),
      setAsk: (ask) => modals.change(key, { ask }),
    }),
    [key, submitting],
  )

  useEffect(() => {
    return () => {
      // After Fluent has removed the modal.
      requestAnimationFrame(() => {
        // If the focus has moved on, for example into a new chat, leave it there. Fluent gives it to the modal below as a whole.
        const focused = document.activeElement
        const stranded = focused === null || focused === document.body || focused.matches('[data-modal]')
        if (stranded) placeOf(opener)?.focus()
      })
    }
  }, [opener])

  return (
    <Dialog
      open={shown}
      unmountOnClose={false}
      onOpenChange={(_, { type }) => {
        // Clicks outside of a form happen too easily by accident.
        if (type === 'escapeKeyDown') controls.close()
      }}
    >
      <DialogSurface
        ref={setSurface}
        className={mergeClasses(styles.surface, styles[definition.size])}
        data-modal={definition.name}
        // A click outside keeps the focus, so that Escape and Tab still work.
        backdrop={{ onMouseDown: (event) => event.preventDefault() }}
        aria-busy={submitting}
      >
        <ModalContext value={controls}>
          {/* Option lists are inside the dialog, also for screen readers. */}
          <PortalMountNodeProvider value={surface ?? undefined}>
            <Suspense fallback={<ModalLoading surface={surface} />}>
              <Content {...modal.props} />
            </Suspense>
          </PortalMountNodeProvider>
        </ModalContext>
      </DialogSurface>
    </Dialog>
  )
}

/** The element that opened a modal. For a menu item, which is gone by now, the menu's button. */
function placeOf(opener: Element | null): HTMLElement | null {
  const button = opener?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const place = button && !opener?.isConnected ? document.querySelector(`#${CSS.escape(button)}`) : opener
  return place instanceof HTMLElement && place.isConnected ? place : null
}
