import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

/** A bar below the header of a chat that is not open, with one way back. */
export const useStateBarStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '32px',
    padding: `0 ${tokens.spacingHorizontalXL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground4,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [`@media ${ONE_PANE}`]: { padding: `0 ${tokens.spacingHorizontalM}` },
  },
  icon: { flexShrink: 0, fontSize: '16px' },
  button: { minWidth: 0, color: tokens.colorBrandForegroundLink },
})
