import { createContext, useContext } from 'react'

/** How a modal's content controls the modal. */
export type ModalControls = {
  close: () => void
  /** Closes after a successful submit. */
  done: () => void
  submitting: boolean
  setSubmitting: (submitting: boolean) => void
  /** Sets a function that asks for confirmation before the modal closes; null: none. */
  setAsk: (ask: (() => void) | null) => void
}

export const ModalContext = createContext<ModalControls | null>(null)

export function useModal(): ModalControls {
  const controls = useContext(ModalContext)
  if (controls === null) throw new Error('useModal requires a modal above.')
  return controls
}
