import { Field } from '@fluentui/react-components'

/** The error of several controls, as a field shows its own. The form's error panel announces it. */
export function FieldError({ id, children }: { id?: string; children: string }) {
  return <Field validationState="error" validationMessage={{ children, id, role: undefined }} />
}
