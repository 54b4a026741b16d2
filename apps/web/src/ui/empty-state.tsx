import { Button, makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    flexGrow: 1,
    padding: tokens.spacingHorizontalXXL,
    textAlign: 'center',
    color: tokens.colorNeutralForeground2,
  },
  icon: {
    fontSize: '40px',
    lineHeight: 1,
    color: tokens.colorNeutralForeground3,
    marginBottom: tokens.spacingVerticalM,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  text: { margin: `${tokens.spacingVerticalXS} 0 0`, maxWidth: '320px', whiteSpace: 'pre-line', textWrap: 'balance' },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalL,
  },
})

type Props = {
  icon?: ReactNode
  title: string
  text?: string | undefined
  /** Whether it fills the page: its title is then the page's heading. */
  wholePage?: boolean
  /** A suggestion for the next step. */
  action?: { label: string; onClick: () => void; primary?: boolean }
  /** A second action. */
  other?: { label: string; onClick: () => void }
}

/** Shown in place of content that is empty, missing, or failed to load. */
export function EmptyState({ icon, title, text, wholePage, action, other }: Props) {
  const styles = useStyles()
  const Title = wholePage ? 'h1' : 'p'
  return (
    <div className={styles.root}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Title className={styles.title}>{title}</Title>
      {text && <p className={styles.text}>{text}</p>}
      {action && (
        <div className={styles.actions}>
          <Button appearance={action.primary ? 'primary' : 'secondary'} onClick={action.onClick}>
            {action.label}
          </Button>
          {other && <Button onClick={other.onClick}>{other.label}</Button>}
        </div>
      )}
    </div>
  )
}
