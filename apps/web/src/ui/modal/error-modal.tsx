import { Button } from '@fluentui/react-components'
import { ModalBody } from './modal-body.tsx'
import { useModal } from './modal-context.ts'

export type ErrorModalProps = { title: string; message: string }

export function ErrorModal({ title, message }: ErrorModalProps) {
  const modal = useModal()
  return (
    <ModalBody title={title} actions={<Button onClick={modal.close}>Close</Button>}>
      {message.split('\n').map((line) => (
        <span key={line}>{line}</span>
      ))}
    </ModalBody>
  )
}

/** Shown if a modal could not be loaded. */
export function ModalNotLoaded() {
  return <ErrorModal title="This could not be loaded" message="Check your connection, then try again." />
}
