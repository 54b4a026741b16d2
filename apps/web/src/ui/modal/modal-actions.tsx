import { Button, makeStyles, mergeClasses } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { useDangerStyles } from '../danger.styles.ts'
import { INITIAL_FOCUS } from './modal-body.tsx'
import { useModal } from './modal-context.ts'

const useStyles = makeStyles({
  others: {
    display: 'flex',
    marginRight: 'auto',
    // Fluent's own condition for stacked buttons.
    '@media screen and (max-width: 480px)': { flexDirection: 'column', marginRight: 0 },
  },
})

type Props = {
  label: string
  busyLabel: string
  cancelLabel?: string
  /** The action is destructive: its button is red, and Cancel has the initial focus. */
  danger?: boolean | undefined
  /** Other actions, on the opposite side. */
  children?: ReactNode
}

/** The buttons of a modal with a form, as in Teams: Cancel, then the submit button. */
export function ModalActions({ label, busyLabel, cancelLabel = 'Cancel', danger = false, children }: Props) {
  const styles = useStyles()
  const dangerStyles = useDangerStyles()
  const { submitting, close } = useModal()
  return (
    <>
      {children && <div className={styles.others}>{children}</div>}
      <Button disabled={submitting} onClick={close} {...(danger && INITIAL_FOCUS)}>
        {cancelLabel}
      </Button>
      <Button
        type="submit"
        appearance="primary"
        className={mergeClasses(danger && !submitting && dangerStyles.primary)}
        disabledFocusable={submitting}
        {...(!danger && INITIAL_FOCUS)}
      >
        {submitting ? busyLabel : label}
      </Button>
    </>
  )
}
