import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'

/** Keys of `aria-keyshortcuts` that have another name on keyboards. */
const CAPS: Record<string, string> = { Control: 'Ctrl', Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

const useStyles = makeStyles({
  keys: { display: 'inline-flex', flexShrink: 0, columnGap: tokens.spacingHorizontalXS },
  key: {
    minWidth: '24px',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '22px',
    textAlign: 'center',
  },
  small: { minWidth: '18px', padding: `0 ${tokens.spacingHorizontalXS}`, lineHeight: '16px' },
})

/** Keys, written as in `aria-keyshortcuts`: `Alt+N`, or `ArrowUp ArrowDown` for either. */
export function KeyCaps({ keys, small = false }: { keys: string; small?: boolean }) {
  const styles = useStyles()
  return (
    <span className={styles.keys}>
      {keys.split(/[ +]/).map((key) => (
        <kbd key={key} className={mergeClasses(styles.key, small && styles.small)}>
          {CAPS[key] ?? key}
        </kbd>
      ))}
    </span>
  )
}
