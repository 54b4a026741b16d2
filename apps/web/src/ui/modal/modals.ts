import type { ComponentType } from 'react'
import type { Later } from '../../platform/later.ts'

/**
 * A modal: its name, its width, and the chunk that holds it. A feature defines its modals in a file of their own, so
 * that naming one costs nothing until it is opened.
 */
export type ModalDefinition<Props extends object> = {
  name: string
  /** `full` fills the window. */
  size: 'narrow' | 'wide' | 'full'
  load: Later<ComponentType<Props>>
}

/** One modal that is open. Of several, only the newest is shown; the ones below keep what was entered. */
export type OpenedModal = {
  key: number
  definition: ModalDefinition<object>
  props: object
  submitting: boolean
  /** What had the focus before, and gets it back. */
  opener: Element | null
}

type Listener = () => void

export type Modals = {
  current: () => readonly OpenedModal[]
  subscribe: (listener: Listener) => () => void
  open: <Props extends object>(definition: ModalDefinition<Props>, props: Props, opener?: Element | null) => void
  /** A modal whose form is being sent stays open, unless it says itself that it is done. */
  close: (key: number, options?: { done: boolean }) => void
  setSubmitting: (key: number, submitting: boolean) => void
  /** Closes all, whatever they do: who opened them is no longer signed in. */
  clear: () => void
}

export function createModals(): Modals {
  let opened: readonly OpenedModal[] = []
  let lastKey = 0
  const listeners = new Set<Listener>()

  function change(next: readonly OpenedModal[]) {
    opened = next
    for (const listener of listeners) listener()
  }

  return {
    current: () => opened,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open(definition, props, opener = null) {
      lastKey += 1
      const modal = {
        key: lastKey,
        definition: definition as unknown as ModalDefinition<object>,
        props,
        submitting: false,
        opener,
      }
      change([...opened, modal])
    },
    close(key, options) {
      const modal = opened.find((one) => one.key === key)
      if (modal === undefined || (modal.submitting && !options?.done)) return
      change(opened.filter((one) => one !== modal))
    },
    setSubmitting(key, submitting) {
      change(opened.map((one) => (one.key === key ? { ...one, submitting } : one)))
    },
    clear: () => change([]),
  }
}

/** The modals of this page. */
export const modals = createModals()

/** Closes every modal at once. */
export function closeModals(): void {
  modals.clear()
}

/** Whether a modal stands over the page. */
export function hasModal(): boolean {
  return modals.current().length > 0
}

/** Whether this modal is open, on top of others or below them. */
export function isModalOpen<Props extends object>(definition: ModalDefinition<Props>): boolean {
  return modals.current().some((modal) => modal.definition.name === definition.name)
}

/** Calls back when a modal opens or closes; the answer ends it. */
export const watchModals = modals.subscribe

/** Opens a modal. The focus goes back where it came from when it closes. */
export function openModal<Props extends object>(definition: ModalDefinition<Props>, props: Props): void {
  modals.open(definition, props, document.activeElement)
}
