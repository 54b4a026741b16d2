import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

export const useOpenedStyles = makeStyles({
  /** Header and conversation are items of the pane. */
  whole: { display: 'contents' },
  /** The header's own width decides how much of it is in a menu. */
  top: { flexShrink: 0, containerType: 'inline-size' },
  header: {
    display: 'flex',
    alignItems: 'center',
    flexShrink: 0,
    columnGap: tokens.spacingHorizontalM,
    minHeight: '60px',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalXL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [`@media ${ONE_PANE}`]: {
      padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
      columnGap: tokens.spacingHorizontalXS,
    },
    // Room for a number and its buttons in one row.
    [`@media ${ONE_PANE} and (max-width: 359.98px)`]: {
      padding: `${tokens.spacingVerticalSNudge} 0`,
      columnGap: 0,
    },
  },
  /** For the Back button if there is no header. */
  backAlone: {
    alignSelf: 'flex-start',
    flexShrink: 0,
    margin: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalS}`,
  },
  /** Phones have room for the contact's number instead. */
  avatar: { display: 'flex', flexShrink: 0, '@media (max-width: 399.98px)': { display: 'none' } },
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
  cardButton: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', verticalAlign: 'bottom' },
  aboutLine: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // Both numbers have room on lines of their own.
    [`@media ${ONE_PANE}`]: { flexWrap: 'wrap', columnGap: 0, '& > p': { flexBasis: '100%' } },
  },
  readers: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalXS})` },
  optedOut: { flexShrink: 0, color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightSemibold },
  dot: { [`@media ${ONE_PANE}`]: { display: 'none' } },
  about: {
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  /** Takes the composer's place. */
  notComposer: {
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
  closed: { margin: 0 },
  unsent: {
    flexBasis: '100%',
    maxHeight: '30vh',
    margin: 0,
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    textAlign: 'center',
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
    // As wide as the messages that follow.
    paddingInline: `max(${tokens.spacingHorizontalXXL}, calc((100% - 960px) / 2 + ${tokens.spacingHorizontalXXL}))`,
  },
  skeletonOurs: { alignSelf: 'flex-end' },
})
