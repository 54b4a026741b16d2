import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

export const usePageStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', rowGap: tokens.spacingVerticalM },
  groups: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXL },
  icon: { flexShrink: 0, fontSize: '20px' },
  row: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  text: { margin: 0, maxWidth: '640px', textWrap: 'pretty' },
  quiet: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  /** As wide as other forms. */
  form: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM, width: '100%', maxWidth: '480px' },
  link: {
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
  },
  list: { width: '100%', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '52px',
    padding: `${tokens.spacingVerticalXS} 0`,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
    [`@media ${ONE_PANE}`]: { padding: `${tokens.spacingVerticalS} 0` },
  },
  itemWords: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
})
