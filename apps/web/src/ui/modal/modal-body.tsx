import { DialogActions, DialogBody, DialogContent, DialogTitle, makeStyles, tokens } from '@fluentui/react-components'
import { useRef } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { useInitialFocus } from './use-initial-focus.ts'

const useStyles = makeStyles({
  // Fluent takes the whole height of the window; the page stays visible around ours (24 px), and 48 px are its padding.
  body: { maxHeight: 'calc(100dvh - 24px - 48px)' },
  content: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  // Fluent leaves the buttons half of the width, so that their words would break.
  actions: {
    paddingTop: tokens.spacingVerticalS,
    gridColumnStart: 1,
    justifySelf: 'stretch',
    justifyContent: 'flex-end',
    // Fluent's own condition for buttons on top of each other: the one that submits comes first.
    '@media screen and (max-width: 480px)': { flexDirection: 'column-reverse' },
  },
})

const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]'

/** Marks the button that gets the focus in a modal without fields. */
export const INITIAL_FOCUS = { 'data-initial-focus': true } as const

type Props = {
  title: ReactNode
  children?: ReactNode
  /** The buttons, the one that submits last. */
  actions?: ReactNode
  /** Enter in a field submits; absent while there is nothing to submit. */
  onSubmit?: () => void
}

/** The inside of a modal: title, content, buttons. The first field gets the focus, or where there is none a button. */
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
    // A portal's events bubble through the component tree: a form inside another modal is not ours.
    event.stopPropagation()
    onSubmit?.()
  }
  // Always a form: with another element around it the content would be mounted again, and would lose the focus.
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
