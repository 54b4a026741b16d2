import { useEffect, useEffectEvent } from 'react'
import { useModal } from './modal-context.ts'
import { openModal } from './modals.ts'
import { confirmationModal } from './own-modals.ts'

/** While a modal's form has changes, asks before the modal closes without saving them. */
export function useDiscardQuestion(hasChanges: boolean, message: string): void {
  const { setAsk, done } = useModal()
  const onChange = useEffectEvent((isAsking: boolean) => {
    const question = {
      title: 'Discard changes?',
      message,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
      onConfirm: done,
    }
    setAsk(isAsking ? () => openModal(confirmationModal, question) : null)
  })
  useEffect(() => onChange(hasChanges), [hasChanges])
}
