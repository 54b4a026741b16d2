import { DialogActions, DialogBody, DialogContent, DialogTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useRef } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { useInitialFocus } from './use-initial-focus.ts'

const useStyles = makeStyles({
  // Fluent uses the full height of the window; ours leaves 24 px around itself, and has 48 px of padding.
  body: { maxHeight: 'calc(100dvh - 24px - 48px)' },
  content: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  // Fluent limits the buttons to half of the width, which would wrap their labels.
  actions: {
    paddingTop: tokens.spacingVerticalS,
    gridColumnStart: 1,
    justifySelf: 'stretch',
    justifyContent: 'flex-end',
    // Fluent's own condition for stacked buttons: the submit button comes first.
    '@media screen and (max-width: 480px)': { flexDirection: 'column-reverse' },
  },
})

const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]'

/** Marks the button with the initial focus in a modal without fields. */
export const INITIAL_FOCUS = { 'data-initial-focus': true } as const

type Props = {
  title: ReactNode
  children?: ReactNode
  /** The buttons; the submit button is last. */
  actions?: ReactNode
  /** Called on Enter in a field; absent if there is nothing to submit. */
  onSubmit?: () => void
}

/** The contents of a modal: title, body, and buttons. The first field gets the focus; without fields, a button. */
export function ModalBody({ title, children, actions, onSubmit }: Props) {
  const styles = useStyles()
  const body = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  useInitialFocus(
    () =>
      content.current?.querySelector<HTMLElement>(FOCUSABLE) ??
      body.current?.querySelector<HTMLElement>('[data-initial-focus]') ??
      body.current?.querySelector<HTMLElement>(FOCUSABLE),
  )

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Portal events bubble through the component tree: a form in another modal is not ours.
    event.stopPropagation()
    onSubmit?.()
  }
  // Always a form: switching the element would remount the content, which would lose the focus.
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody ref={body} className={styles.body}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent ref={content} className={styles.content}>
          {children}
        </DialogContent>
        {actions && <DialogActions className={styles.actions}>{actions}</DialogActions>}
      </DialogBody>
    </form>
  )
}
