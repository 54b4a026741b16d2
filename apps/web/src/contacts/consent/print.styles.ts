import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

/** Where columns have no room, an entry is a list of its cells, each below its head. */
const NARROW = `@media screen and ${ONE_PANE}`

const cell = {
  padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
  border: `1px solid ${tokens.colorNeutralStroke1}`,
  textAlign: 'start',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
  [NARROW]: {
    display: 'block',
    border: 'none',
    ':empty': { display: 'none' },
    '::before': { content: 'attr(data-head)', display: 'block', fontWeight: tokens.fontWeightSemibold },
  },
} as const

export const usePrintStyles = makeStyles({
  page: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    '@media print': { padding: 0, overflowY: 'visible' },
  },
  tools: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    paddingBottom: tokens.spacingVerticalM,
  },
  progress: { margin: 0, flexGrow: 1 },
  failed: { margin: 0, color: tokens.colorStatusDangerForeground1 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    overflowWrap: 'anywhere',
  },
  about: { margin: `0 0 ${tokens.spacingVerticalM}` },
  incomplete: { margin: `0 0 ${tokens.spacingVerticalM}`, fontWeight: tokens.fontWeightSemibold },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    [NARROW]: { display: 'block' },
  },
  heads: { [NARROW]: { display: 'none' } },
  rows: { [NARROW]: { display: 'block' } },
  head: { ...cell, fontWeight: tokens.fontWeightSemibold, width: '12%' },
  wordingHead: { width: '27%' },
  // An entry is not torn across two sheets.
  row: {
    breakInside: 'avoid',
    [NARROW]: {
      display: 'block',
      padding: `${tokens.spacingVerticalS} 0`,
      borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    },
  },
  cell,
  wording: { ...cell, whiteSpace: 'pre-line' },
})
