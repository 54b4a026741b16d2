import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, errorText } from '../platform/api-error.ts'

/**
 * Shows the server's errors in a form: next to their fields, or for the form as a whole. While a form is being submitted, its
 * fields are disabled and lose the focus. Afterwards it goes to the first invalid field, or back to where it was.
 */
export function useRefusal<Fields extends FieldValues>(form: UseFormReturn<Fields> | null, isSending: boolean) {
  const [failure, setFailure] = useState<string | null>(null)
  const client = useQueryClient()
  const giveFocus = useRef<(() => void) | null>(null)

  useEffect(() => {
    if (isSending) return
    giveFocus.current?.()
    giveFocus.current = null
  }, [isSending])

  /** Call before submitting. */
  const begin = () => {
    setFailure(null)
    const origin = document.activeElement
    giveFocus.current = () => {
      if (document.activeElement === document.body && origin instanceof HTMLElement) origin.focus()
    }
  }
  const refuse = (error: unknown) => {
    // The form then shows the other person's changes.
    if (error instanceof ApiError && error.code === 'conflict') void client.invalidateQueries()
    const wrong = error instanceof ApiError ? Object.entries(error.errors) : []
    const [first] = wrong
    if (!form || !first || !wrong.every(([name]) => name in form.getValues())) {
      setFailure(errorText(error))
      return
    }
    for (const [name, sentences] of wrong) {
      form.setError(name as FieldPath<Fields>, { message: sentences.join('\n') })
    }
    giveFocus.current = () => form.setFocus(first[0] as FieldPath<Fields>)
  }
  return { failure, begin, refuse }
}
