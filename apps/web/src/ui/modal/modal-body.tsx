import { DialogActions, DialogBody, DialogContent, DialogTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import type { ReactNode, SubmitEvent } from 'react'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  // Fluent leaves the buttons half of the width, so that their words would break.
  actions: { paddingTop: tokens.spacingVerticalS, gridColumnStart: 1 },
})

const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]'

type Props = {
  title: ReactNode
  children?: ReactNode
  /** The buttons, the confirming one first. */
  actions?: ReactNode
  /** Enter in a field submits; absent while there is nothing to submit. */
  onSubmit?: () => void
}

/** The inside of a modal: title, content, buttons. The first field gets the focus. */
export function ModalBody({ title, children, actions, onSubmit }: Props) {
  const styles = useStyles()
  const body = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const first = body.current?.querySelector<HTMLElement>(FOCUSABLE)
    if (first && !body.current?.contains(document.activeElement)) first.focus()
  }, [])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // A portal's events bubble through the component tree: a form inside another modal is not ours.
    event.stopPropagation()
    onSubmit?.()
  }
  // Always a form: with another element around it the content would be mounted again, and would lose the focus.
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody ref={body}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent className={styles.content}>{children}</DialogContent>
        {actions && <DialogActions className={styles.actions}>{actions}</DialogActions>}
      </DialogBody>
    </form>
  )
}
