import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE, TWO_PANES } from '../ui/index.ts'

const ONE_COLUMN = `@media ${ONE_PANE}`

export const useTableStyles = makeStyles({
  table: { width: '100%', borderCollapse: 'collapse', textAlign: 'start' },
  scroller: {
    maxHeight: '400px',
    overflowY: 'auto',
    // For the buttons in the header, which start before the cells and end after them.
    padding: `0 ${tokens.spacingHorizontalXS}`,
    margin: `0 calc(-1 * ${tokens.spacingHorizontalXS})`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  stickyHead: { position: 'sticky', top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  head: {
    padding: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
    verticalAlign: 'bottom',
  },
  plainHead: { padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXS} 0` },
  number: {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    paddingLeft: tokens.spacingHorizontalM,
    paddingRight: 0,
  },
  sortButton: {
    minWidth: 0,
    minHeight: '28px',
    // Its label is in line with the cells.
    margin: `0 calc(-1 * ${tokens.spacingHorizontalXS})`,
    padding: `0 calc(${tokens.spacingHorizontalXS} - 1px)`,
    justifyContent: 'flex-start',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  numberButton: {
    justifyContent: 'flex-end',
    textAlign: 'end',
    whiteSpace: 'nowrap',
    [`@media ${TWO_PANES}`]: { whiteSpace: 'normal' },
  },
  sorted: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  arrow: { flexShrink: 0, fontSize: '12px', width: '12px', height: '12px' },
  row: { ':last-child > *': { borderBottomStyle: 'none' } },
  cell: {
    height: '36px',
    padding: `${tokens.spacingVerticalXS} 0`,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    fontWeight: tokens.fontWeightRegular,
  },
  /** Gets the remaining width. */
  name: { width: '99%', textAlign: 'start', overflowWrap: 'anywhere', minWidth: '90px' },
  reason: { width: '99%', textAlign: 'start', maxWidth: '720px', overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  track: {
    display: 'inline-flex',
    verticalAlign: 'middle',
    marginRight: tokens.spacingHorizontalS,
    width: '72px',
    height: '8px',
    [ONE_COLUMN]: { width: 'min(96px, 18vw)' },
    [`@media ${TWO_PANES}`]: { display: 'none' },
  },
  bar: {
    minWidth: '1px',
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorBrandBackground,
    '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'Highlight' },
  },
  barValue: { display: 'inline-block', textAlign: 'end' },
  more: { alignSelf: 'flex-start' },
  choice: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
})
