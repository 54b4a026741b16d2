import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useModal, useRefusal } from '../../ui/index.ts'

/** Runs what a modal's form asks for: busy meanwhile, closed afterwards, open with the reason where it fails. */
export function useSubmit<Fields extends FieldValues>(form: UseFormReturn<Fields> | null) {
  const modal = useModal()
  const { failure, begin, refuse } = useRefusal(form, modal.submitting)

  async function submit(run: () => Promise<void>) {
    begin()
    modal.setSubmitting(true)
    try {
      await run()
      modal.done()
    } catch (error) {
      refuse(error)
      modal.setSubmitting(false)
    }
  }
  return { modal, failure, submit }
}
