import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

/** The field for recipients, which people can type in before the rest of the view is loaded. */
export const useToFieldStyles = makeStyles({
  place: {
    position: 'relative',
    flexShrink: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [`@media ${ONE_PANE}`]: { padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}` },
  },
  field: {
    display: 'flex',
    alignItems: 'flex-start',
    columnGap: tokens.spacingHorizontalM,
    cursor: 'text',
  },
  label: {
    flexShrink: 0,
    color: tokens.colorNeutralForeground3,
    lineHeight: '32px',
  },
  input: {
    flexGrow: 1,
    flexBasis: '160px',
    minWidth: 0,
    height: '32px',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    '::placeholder': { color: tokens.colorNeutralForeground4, opacity: 1 },
    // A smaller type makes phones zoom in.
    '@media (pointer: coarse)': { fontSize: tokens.fontSizeBase400 },
  },
})
