import { Button, makeStyles, mergeClasses } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { useDangerStyles } from '../danger.styles.ts'
import { INITIAL_FOCUS } from './modal-body.tsx'
import { useModal } from './modal-context.ts'

const useStyles = makeStyles({
  others: {
    display: 'flex',
    marginRight: 'auto',
    // Fluent's own condition for buttons on top of each other.
    '@media screen and (max-width: 480px)': { flexDirection: 'column', marginRight: 0 },
  },
})

type Props = {
  label: string
  busyLabel: string
  cancelLabel?: string
  /** The action takes something away from people: its button is red, and the focus begins on the way out. */
  danger?: boolean | undefined
  /** Other actions, on the other side. */
  children?: ReactNode
}

/** The buttons of a modal with a form, as in Teams: the way out, and to its right the button that submits. */
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
        className={mergeClasses(danger && dangerStyles.primary)}
        disabledFocusable={submitting}
        {...(!danger && INITIAL_FOCUS)}
      >
        {submitting ? busyLabel : label}
      </Button>
    </>
  )
}
