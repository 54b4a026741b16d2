import type { MemberId } from '@partyline/contract'
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { CONTACT_TEXTS } from './contact-texts.ts'

const useStyles = makeStyles({
  button: {
    maxWidth: '100%',
    // Tall enough for a touch target, without moving its text.
    margin: `calc(-1 * ${tokens.spacingVerticalXXS}) 0`,
    padding: `${tokens.spacingVerticalXXS} 0`,
    border: 'none',
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

type Props = { memberId: MemberId; className?: string | undefined; onOpen: () => void; children: ReactNode }

/** A contact's name, which opens the card. */
export function CardButton({ memberId, className, onOpen, children }: Props) {
  const styles = useStyles()
  return (
    <button
      type="button"
      className={mergeClasses(styles.button, className)}
      data-card={memberId}
      data-tip={CONTACT_TEXTS.card}
      onClick={onOpen}
    >
      {children}
    </button>
  )
}
