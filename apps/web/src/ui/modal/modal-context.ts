import { createContext, useContext } from 'react'

/** What a modal's content may do with the modal that it stands in. */
export type ModalControls = {
  close: () => void
  /** Closes although the form is still being sent: it went well. */
  done: () => void
  submitting: boolean
  setSubmitting: (submitting: boolean) => void
}

export const ModalContext = createContext<ModalControls | null>(null)

export function useModal(): ModalControls {
  const controls = useContext(ModalContext)
  if (controls === null) throw new Error('This belongs into a modal.')
  return controls
}
