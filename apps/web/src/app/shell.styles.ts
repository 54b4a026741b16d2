import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../ui/index.ts'

export const useShellStyles = makeStyles({
  bar: {
    position: 'relative',
    // The menu covers the panes.
    zIndex: 3,
    display: 'flex',
    flexShrink: 0,
    alignItems: 'center',
    height: '48px',
    paddingLeft: tokens.spacingHorizontalL,
    paddingRight: tokens.spacingHorizontalM,
    columnGap: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground4,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  /** An opened chat needs the height of a small screen for itself. */
  barAwayWhenNarrow: { [`@media ${ONE_PANE}`]: { display: 'none' } },
  brand: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minWidth: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  // The sections have the room.
  appName: { [`@media ${ONE_PANE}`]: { display: 'none' } },
  sections: {
    display: 'flex',
    alignSelf: 'stretch',
    flexGrow: 1,
    paddingLeft: tokens.spacingHorizontalM,
    [`@media ${ONE_PANE}`]: { paddingLeft: 0 },
  },
  section: {
    display: 'flex',
    alignItems: 'center',
    padding: `0 ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    textDecorationLine: 'none',
    [`@media ${ONE_PANE}`]: { padding: `0 ${tokens.spacingHorizontalS}` },
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  sectionHere: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    boxShadow: `inset 0 -2px ${tokens.colorBrandStroke1}`,
    '@media (forced-colors: active)': { borderBottom: '2px solid Highlight' },
  },
  page: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
  personButton: {
    minWidth: 0,
    maxWidth: '260px',
    padding: tokens.spacingHorizontalXXS,
    columnGap: tokens.spacingHorizontalS,
    fontWeight: tokens.fontWeightRegular,
  },
  personName: {
    paddingRight: tokens.spacingHorizontalS,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // Away for the eye only: it is the button's name.
    '@media (max-width: 479.98px)': {
      position: 'absolute',
      width: '1px',
      height: '1px',
      clipPath: 'inset(50%)',
      padding: 0,
    },
  },
  card: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalM}`,
    maxWidth: '280px',
  },
  cardText: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  cardName: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  cardDetail: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
})
