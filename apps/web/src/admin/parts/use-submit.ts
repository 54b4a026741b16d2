import { useState } from 'react'
import { errorText } from '../../platform/api-error.ts'
import { useModal } from '../../ui/index.ts'

/** Runs what a modal's form asks for: busy meanwhile, closed afterwards, open with the reason where it fails. */
export function useSubmit() {
  const modal = useModal()
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(run: () => Promise<void>) {
    setFailure(null)
    modal.setSubmitting(true)
    try {
      await run()
      modal.done()
    } catch (error) {
      setFailure(errorText(error))
      modal.setSubmitting(false)
    }
  }
  return { modal, failure, submit }
}
