import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

export const useManageStyles = makeStyles({
  intro: { margin: 0, color: tokens.colorNeutralForeground2 },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  search: { flexGrow: 1, minWidth: '160px' },
  heading: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    margin: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  note: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '52px',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  empty: { padding: `${tokens.spacingVerticalXXL} 0`, textAlign: 'center' },
  emptyTitle: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  problem: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    color: tokens.colorStatusDangerForeground1,
  },
  variables: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    marginTop: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  variable: { minWidth: 0 },
  titles: {
    display: 'grid',
    gridTemplateColumns: '3fr 2fr',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalM,
    [`@media ${ONE_PANE}`]: { gridTemplateColumns: '1fr', rowGap: tokens.spacingVerticalM },
  },
  text: { minHeight: '120px' },
  // Aligned with the fields: the pictures have a margin.
  attached: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalM})` },
  files: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', rowGap: tokens.spacingVerticalS },
  chooser: { display: 'none' },
})
