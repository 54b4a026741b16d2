import { useEffect, useEffectEvent } from 'react'
import { useModal } from './modal-context.ts'
import { openModal } from './modals.ts'
import { confirmationModal } from './own-modals.ts'

/** Asks whether to discard unsaved changes. */
export function askToDiscard(onConfirm: () => void): void {
  openModal(confirmationModal, {
    title: 'Discard changes?',
    message: 'Your changes haven’t been saved.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    danger: true,
    onConfirm,
  })
}

/** While a modal's form has changes, asks before the modal closes without saving them. `useSubmit` does it for its form. */
export function useDiscardQuestion(hasChanges: boolean): void {
  const { setAsk, done } = useModal()
  const onChange = useEffectEvent((isAsking: boolean) => setAsk(isAsking ? () => askToDiscard(done) : null))
  useEffect(() => onChange(hasChanges), [hasChanges])
}
