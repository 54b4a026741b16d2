import { makeStyles, tokens } from '@fluentui/react-components'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import { ERROR_TEXTS } from '@partyline/contract'
import type { ReactNode } from 'react'
import { VisuallyHidden } from './visually-hidden.tsx'

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorStatusDangerBorder1}`,
    backgroundColor: tokens.colorStatusDangerBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  icon: { flexShrink: 0, fontSize: '20px', color: tokens.colorStatusDangerForeground1 },
  heading: { margin: 0, fontSize: 'inherit', fontWeight: tokens.fontWeightSemibold },
  text: { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
})

type Props = {
  /** Why submitting failed; null or absent otherwise. */
  submitError?: string | null
  /** Errors of the fields that were touched. They are shown next to the fields, and announced here. */
  messages?: readonly (string | undefined)[]
  /** The form has one field: there is nothing to look for, so that its error is only announced here. */
  isOneField?: boolean
  /** Actions, below the errors. */
  children?: ReactNode
}

/** A form's errors; renders nothing without any. */
export function FormErrorPanel({ submitError, messages, isOneField = false, children }: Props) {
  const styles = useStyles()
  const fieldErrors = [...new Set(messages)].filter((line): line is string => !!line)
  if (!submitError && fieldErrors.length === 0) return null
  if (!submitError && isOneField) {
    return (
      <div role="alert">
        <VisuallyHidden>{fieldErrors}</VisuallyHidden>
      </div>
    )
  }
  return (
    <div className={styles.panel} role="alert">
      <ErrorCircleRegular className={styles.icon} aria-hidden />
      <div>
        <p className={styles.heading}>{submitError ? ERROR_TEXTS.formTitle : ERROR_TEXTS.formInvalidTitle}</p>
        {submitError && <p className={styles.text}>{submitError}</p>}
        {fieldErrors.map((line) => (
          <VisuallyHidden key={line}>{line}</VisuallyHidden>
        ))}
        {children}
      </div>
    </div>
  )
}
