import { Button, Field, Textarea } from '@fluentui/react-components'
import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { FormErrorPanel } from '../form-error-panel.tsx'
import { ModalActions } from './modal-actions.tsx'
import { ModalBody } from './modal-body.tsx'
import { useModal } from './modal-context.ts'

export type ConfirmationProps = {
  title: string
  message: string
  /** An optional text area; its value is passed to `onConfirm`. */
  input?: { label: string; initial?: string }
  /** An optional second button, which closes the modal, too. */
  extra?: { label: string; onClick: () => void }
  footer?: string
  confirmLabel: string
  /** The action is destructive. */
  danger?: boolean | undefined
  /** The confirming button's label while it works. */
  busyLabel?: string
  cancelLabel?: string
  /** The modal closes when it resolves, and shows the error if it rejects. */
  onConfirm: (text: string) => Promise<void> | void
}

export function Confirmation(props: ConfirmationProps) {
  const modal = useModal()
  const [text, setText] = useState(props.input?.initial ?? '')
  const [failure, setFailure] = useState<string | null>(null)

  async function confirm() {
    if (modal.submitting) return
    setFailure(null)
    modal.setSubmitting(true)
    try {
      await props.onConfirm(text)
      modal.done()
    } catch (error) {
      setFailure(errorText(error))
      modal.setSubmitting(false)
    }
  }

  const { extra, input, footer } = props
  const further = () => {
    extra?.onClick()
    modal.close()
  }
  const actions = (
    <ModalActions
      label={props.confirmLabel}
      busyLabel={props.busyLabel ?? 'Processing...'}
      danger={props.danger}
      {...(props.cancelLabel && { cancelLabel: props.cancelLabel })}
    >
      {extra && (
        <Button disabled={modal.submitting} onClick={further}>
          {extra.label}
        </Button>
      )}
    </ModalActions>
  )
  return (
    <ModalBody title={props.title} actions={actions} onSubmit={() => void confirm()}>
      <span>{props.message}</span>
      {input && (
        <Field label={input.label}>
          <Textarea value={text} disabled={modal.submitting} onChange={(_, { value }) => setText(value)} />
        </Field>
      )}
      {footer && <span>{footer}</span>}
      <FormErrorPanel submitError={failure} />
    </ModalBody>
  )
}
