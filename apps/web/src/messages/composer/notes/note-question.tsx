import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useId, useRef } from 'react'
import { announce } from '../../../ui/index.ts'
import { NOTE_MODE_TEXTS } from './note-texts.ts'

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    margin: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalMNudge} 0`,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorStatusWarningBorder1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorNeutralForeground1,
  },
  text: { flexGrow: 1, flexBasis: '220px', minWidth: 0, margin: 0 },
})

type Props = {
  /** How often the person has tried to send the text: then the question has the focus. */
  tries: number
  onSwitch: () => void
  onKeep: () => void
  /** The person continues typing, and decides later. */
  onLeave: () => void
}

/** Above a text that mentions a colleague: asks whether a note was meant. */
export function NoteQuestion({ tries, onSwitch, onKeep, onLeave }: Props) {
  const styles = useStyles()
  const id = useId()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => announce(NOTE_MODE_TEXTS.question), [])
  useEffect(() => {
    if (tries > 0) first.current?.focus()
  }, [tries])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons
    <fieldset
      className={styles.bar}
      aria-labelledby={id}
      onKeyDown={(event) => {
        // Enter may still be down from the try to send.
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
    >
      <p id={id} className={styles.text}>
        {NOTE_MODE_TEXTS.question}
      </p>
      <Button ref={first} appearance="primary" aria-describedby={id} onClick={onSwitch}>
        {NOTE_MODE_TEXTS.switch}
      </Button>
      <Button onClick={onKeep}>{NOTE_MODE_TEXTS.keep}</Button>
    </fieldset>
  )
}
