import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { WarningRegular } from '@fluentui/react-icons/svg/warning'
import { SEEN_TEXTS } from '@partyline/contract'
import { useEffect, useState } from 'react'
import { announce } from './announcer.tsx'
import { baseAfter, changedByOthers, isSameValue } from './edited-fields.ts'

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    alignItems: 'center',
    // In narrow forms, the button gets its own row.
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorStatusWarningBorder1}`,
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  icon: { flexShrink: 0, fontSize: '20px', color: tokens.colorStatusWarningForeground1 },
  text: { flexGrow: 1, flexBasis: '170px', margin: 0 },
  theirs: { flexShrink: 0, marginLeft: 'auto' },
})

type Props<Fields extends object> = {
  /** The newest saved values. Fields that are not edited follow them. */
  saved: Fields
  edited: Fields
  disabled: boolean
  /** Gives these fields their saved values. */
  onUseTheirs: (fields: readonly (keyof Fields & string)[]) => void
}

/** Says that someone else has changed fields that are edited here; renders nothing otherwise. */
export function OthersChanges<Fields extends object>({ saved, edited, disabled, onUseTheirs }: Props<Fields>) {
  const styles = useStyles()
  const [before, setBefore] = useState(saved)
  const [base, setBase] = useState(saved)
  const next = baseAfter(base, { before, saved, edited })
  if (!isSameValue(next, base)) setBase(next)
  if (!isSameValue(before, saved)) setBefore(saved)
  const fields = changedByOthers(next, saved, edited)
  const text = fields.length > 0 ? SEEN_TEXTS.changedInForm(fields) : null
  useEffect(() => {
    if (text !== null) announce(text)
  }, [text])
  if (text === null) return null
  return (
    <div className={styles.panel}>
      <WarningRegular className={styles.icon} aria-hidden />
      <p className={styles.text}>{text}</p>
      <Button className={styles.theirs} disabled={disabled} onClick={() => onUseTheirs(fields)}>
        {SEEN_TEXTS.takeTheirs}
      </Button>
    </div>
  )
}
