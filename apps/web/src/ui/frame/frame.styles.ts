import { makeStyles, tokens } from '@fluentui/react-components'
import { DRAWER, LIST_WIDTH, ONE_PANE, TWO_PANES } from './frame-width.ts'

const pane = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  // A window of this height, as at 400 % zoom, has no room for the fixed parts: then everything scrolls.
  '@media (max-height: 359.98px)': { overflowY: 'auto' },
} as const

export const useFrameStyles = makeStyles({
  frame: { position: 'relative', display: 'flex', flexGrow: 1, minHeight: 0, overflow: 'hidden' },
  list: {
    ...pane,
    flexShrink: 0,
    width: LIST_WIDTH.three,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    [`@media ${TWO_PANES}`]: { width: LIST_WIDTH.two },
    [`@media ${ONE_PANE}`]: { width: '100%', borderRight: 'none' },
  },
  main: { ...pane, flexGrow: 1, flexBasis: 0, backgroundColor: tokens.colorNeutralBackground2 },
  /** For screen readers alone. */
  heading: { position: 'absolute', width: '1px', height: '1px', margin: 0, overflow: 'hidden', clipPath: 'inset(50%)' },
  /** Hides the list or the middle if there is room for only one. */
  waiting: { [`@media ${ONE_PANE}`]: { display: 'none' } },
  side: {
    ...pane,
    flexShrink: 0,
    width: '300px',
    backgroundColor: tokens.colorNeutralBackground2,
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    [`@media ${DRAWER}`]: {
      position: 'absolute',
      zIndex: 2,
      top: 0,
      bottom: 0,
      right: 0,
      boxShadow: tokens.shadow28,
      backgroundColor: tokens.colorNeutralBackground1,
    },
    [`@media ${DRAWER} and (prefers-reduced-motion: no-preference)`]: {
      animationName: { from: { transform: 'translateX(100%)' }, to: { transform: 'none' } },
      animationDuration: tokens.durationNormal,
      animationTimingFunction: tokens.curveDecelerateMid,
    },
    [`@media ${TWO_PANES}`]: { width: '320px' },
    [`@media ${ONE_PANE}`]: { width: '100%', borderLeft: 'none' },
  },
  scrim: {
    position: 'absolute',
    zIndex: 1,
    inset: 0,
    backgroundColor: tokens.colorBackgroundOverlay,
    display: 'none',
    [`@media ${DRAWER}`]: { display: 'block' },
  },
  sideHeader: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '52px',
    paddingLeft: tokens.spacingHorizontalL,
    paddingRight: tokens.spacingHorizontalM,
  },
  sideTitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  sideContent: { flexGrow: 1, minHeight: 0, overflowY: 'auto' },
})
