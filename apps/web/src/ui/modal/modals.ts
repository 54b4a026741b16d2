import type { ComponentType } from 'react'
import type { Chunk } from '../../platform/chunks.ts'
import { createStore } from '../../platform/store.ts'
import type { Store } from '../../platform/store.ts'
import { useStore } from '../../platform/use-store.ts'

/** A modal: its name, its width, and its chunk. Definitions are apart from the components, so that they don't load them. */
export type ModalDefinition<Props extends object> = {
  name: string
  /** `full` fills the window. */
  size: 'narrow' | 'wide' | 'full'
  load: Chunk<ComponentType<Props>>
}

/** An open modal. Of several, only the newest is shown; those below keep what was entered. */
export type OpenedModal = {
  key: number
  definition: ModalDefinition<object>
  props: object
  submitting: boolean
  /** Asks before it closes, because something would be lost; null: it closes immediately. */
  ask: (() => void) | null
  /** The previously focused element, which gets the focus back. */
  opener: Element | null
}

export type Modals = Store<readonly OpenedModal[]> & {
  open: <Props extends object>(definition: ModalDefinition<Props>, props: Props, opener?: Element | null) => void
  /** A modal whose form is being submitted, or that asks first, stays open unless `done` is set. */
  close: (key: number, options?: { done: boolean }) => void
  change: (key: number, parts: Partial<Pick<OpenedModal, 'submitting' | 'ask'>>) => void
  /** Force-closes all modals, also those whose form is being sent: for a sign-out. */
  clear: () => void
}

export function createModals(): Modals {
  const { current, subscribe, set } = createStore<readonly OpenedModal[]>([])
  let lastKey = 0

  return {
    current,
    subscribe,
    open(definition, props, opener = null) {
      lastKey += 1
      const modal = {
        key: lastKey,
        definition: definition as unknown as ModalDefinition<object>,
        props,
        submitting: false,
        ask: null,
        opener,
      }
      set([...current(), modal])
    },
    close(key, options) {
      const modal = current().find((one) => one.key === key)
      if (modal === undefined || (modal.submitting && !options?.done)) return
      if (modal.ask && !options?.done) return modal.ask()
      set(current().filter((one) => one !== modal))
    },
    change(key, parts) {
      set(current().map((one) => (one.key === key ? { ...one, ...parts } : one)))
    },
    clear: () => set([]),
  }
}

/** The modals of this page. */
export const modals = createModals()

/** Closes every modal. */
export function closeModals(): void {
  modals.clear()
}

/** Whether a modal is open. */
export function hasModal(): boolean {
  return modals.current().length > 0
}

/** Whether this modal is open, even below others. */
export function isModalOpen<Props extends object>(definition: ModalDefinition<Props>): boolean {
  return modals.current().some((modal) => modal.definition.name === definition.name)
}

/** Whether a modal is open, for components. */
export function useHasModal(): boolean {
  return useStore(modals, (opened) => opened.length > 0)
}

/** Opens a modal. When it closes, the focus returns to where it was. */
export function openModal<Props extends object>(definition: ModalDefinition<Props>, props: Props): void {
  modals.open(definition, props, document.activeElement)
}
