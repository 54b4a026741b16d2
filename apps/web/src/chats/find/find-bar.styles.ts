import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

export const useFindStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalXS,
    minHeight: '44px',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXXL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    [`@media ${ONE_PANE}`]: {
      paddingLeft: tokens.spacingHorizontalM,
      paddingRight: tokens.spacingHorizontalS,
    },
    ':focus-within': { boxShadow: `inset 0 -1px 0 ${tokens.colorCompoundBrandStroke}` },
  },
  icon: { flexShrink: 0, width: '20px', fontSize: '18px', color: tokens.colorNeutralForeground3 },
  field: {
    flexGrow: 1,
    minWidth: 0,
    padding: `0 ${tokens.spacingHorizontalXS}`,
    border: 'none',
    outlineStyle: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '::placeholder': { color: tokens.colorNeutralForeground4, opacity: 1 },
    '::-webkit-search-cancel-button': { display: 'none' },
    '@media (pointer: coarse)': { fontSize: tokens.fontSizeBase400 },
  },
  count: {
    flexShrink: 0,
    paddingRight: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  retry: { flexShrink: 0, whiteSpace: 'nowrap' },
  failed: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200, whiteSpace: 'nowrap' },
})
