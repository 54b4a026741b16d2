import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useRefusal } from '../use-refusal.ts'
import { useModal } from './modal-context.ts'
import { useDiscardQuestion } from './use-discard-question.ts'

/**
 * Submits a modal's form. The form is busy until the answer closes it, followed by `onDone`, or shows the error. Closing it with
 * changes asks first; `hasChanges` are those that the form does not know of.
 */
export function useSubmit<Fields extends FieldValues>(
  form: UseFormReturn<Fields> | null,
  onDone?: () => void,
  { hasChanges = false } = {},
) {
  const modal = useModal()
  const { failure, begin, refuse } = useRefusal(form, modal.submitting)
  useDiscardQuestion(hasChanges || form?.formState.isDirty === true)

  async function submit(run: () => Promise<void>) {
    begin()
    modal.setSubmitting(true)
    try {
      await run()
      modal.done()
      onDone?.()
    } catch (error) {
      refuse(error)
      modal.setSubmitting(false)
    }
  }
  return { modal, failure, submit }
}
