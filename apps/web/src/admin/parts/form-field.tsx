import { Field } from '@fluentui/react-components'
import type { FieldProps } from '@fluentui/react-components'

type Props = Omit<FieldProps, 'validationState' | 'validationMessage'> & {
  /** What is wrong with what stands in it. */
  wrong: string | undefined
}

/** A field with what is wrong beside it. The form's panel says the same aloud, so that it is heard once. */
export function FormField({ wrong, ...field }: Props) {
  return (
    <Field
      {...field}
      validationState={wrong ? 'error' : 'none'}
      validationMessage={wrong ? { children: wrong, role: undefined } : null}
    />
  )
}
