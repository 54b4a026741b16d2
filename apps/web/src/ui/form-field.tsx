import { Field } from '@fluentui/react-components'
import type { FieldProps } from '@fluentui/react-components'
import type { Ref } from 'react'

type Props = Omit<FieldProps, 'validationState' | 'validationMessage'> & {
  /** Validation error. */
  wrong: string | undefined
  ref?: Ref<HTMLDivElement>
}

/** A field with its error next to it. The form's error panel announces the error, so that it is heard once. */
export function FormField({ wrong, ...field }: Props) {
  return (
    <Field
      {...field}
      validationState={wrong ? 'error' : 'none'}
      validationMessage={wrong ? { children: wrong, role: undefined } : null}
    />
  )
}
