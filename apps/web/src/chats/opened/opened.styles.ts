import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

export const useOpenedStyles = makeStyles({
  header: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalM,
    minHeight: '60px',
    boxSizing: 'border-box',
    padding: `6px 16px 6px 20px`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [`@media ${ONE_PANE}`]: { padding: '6px 8px', columnGap: tokens.spacingHorizontalS },
  },
  /** Where there is no header to be in. */
  backAlone: { alignSelf: 'flex-start', flexShrink: 0, margin: '14px 8px' },
  titles: { flexGrow: 1, minWidth: 0 },
  name: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  about: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  /** Stands in the composer's place. */
  notComposer: {
    margin: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    flexShrink: 0,
    padding: tokens.spacingVerticalM,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    color: tokens.colorNeutralForeground2,
  },
  failed: { color: tokens.colorStatusDangerForeground1 },
  skeleton: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    flexGrow: 1,
    rowGap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    overflow: 'hidden',
    backgroundColor: tokens.colorNeutralBackground3,
  },
  skeletonOurs: { alignSelf: 'flex-end' },
})
