import { makeStyles, tokens } from '@fluentui/react-components'
import { CLIPPED_LINE, ONE_PANE } from '../../ui/index.ts'
import { CHAT_COLUMN } from '../chat-column.ts'

/** Where nothing can be pointed at without pressing it: phones and tablets. */
const NO_HOVER = '@media (hover: none)'

/** A line of text that is 24 px high for a pointer and 40 for a finger, in the place of the line alone. */
const TARGET = {
  margin: `calc(-1 * ${tokens.spacingVerticalXS}) 0`,
  padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXXS}`,
  '@media (pointer: coarse)': {
    minWidth: '40px',
    margin: `calc(-1 * ${tokens.spacingVerticalXS}) 0 calc(-1 * ${tokens.spacingVerticalXL})`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXXS} ${tokens.spacingVerticalXL}`,
  },
}

export const useTranscriptStyles = makeStyles({
  root: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    // At 400 % zoom the pane scrolls, and a message is still seen whole.
    '@media (max-height: 359.98px)': { minHeight: '140px' },
  },
  scroller: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minHeight: 0,
    overflowX: 'hidden',
    overflowY: 'auto',
    // The virtual list keeps its place itself; the browser's own attempt would add to it.
    overflowAnchor: 'none',
    overscrollBehaviorY: 'contain',
    paddingBottom: tokens.spacingVerticalS,
  },
  /** Keeps a few messages at the bottom, where the next one will appear. */
  above: { flexGrow: 1 },
  empty: { display: 'flex', flexDirection: 'column', flexGrow: 1 },
  jump: {
    position: 'absolute',
    zIndex: 1,
    top: tokens.spacingVerticalM,
    left: '50%',
    transform: 'translateX(-50%)',
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    width: 'max-content',
    maxWidth: 'calc(100% - 32px)',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow8,
    fontSize: tokens.fontSizeBase200,
  },
  /** The buttons that lead to what is new further up. Where there is none, messages can be pressed. */
  furtherUp: {
    position: 'absolute',
    zIndex: 1,
    top: tokens.spacingVerticalM,
    left: '50%',
    transform: 'translateX(-50%)',
    display: 'flex',
    columnGap: tokens.spacingHorizontalS,
    width: 'max-content',
  },
  toFirstNew: {
    boxShadow: tokens.shadow8,
    borderRadius: tokens.borderRadiusCircular,
    whiteSpace: 'nowrap',
  },
  /** Below the messages, so that it covers none of them. */
  foot: {
    display: 'flex',
    justifyContent: 'center',
    flexShrink: 0,
    padding: `${tokens.spacingVerticalXS} 0`,
  },
})

export const useRowStyles = makeStyles({
  row: {
    maxWidth: CHAT_COLUMN,
    margin: '0 auto',
    boxSizing: 'border-box',
    paddingTop: tokens.spacingVerticalXS,
    paddingLeft: tokens.spacingHorizontalXXL,
    paddingRight: tokens.spacingHorizontalXXL,
    [`@media ${ONE_PANE}`]: { paddingLeft: tokens.spacingHorizontalM, paddingRight: tokens.spacingHorizontalM },
  },
  startsGroup: { paddingTop: tokens.spacingVerticalM },
  line: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // Borders, because they stay visible in forced colors.
    '::before': { content: '""', flexGrow: 1, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    '::after': { content: '""', flexGrow: 1, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  newLine: {
    color: tokens.colorBrandForeground2,
    fontWeight: tokens.fontWeightSemibold,
    '::before': { borderTop: `1px solid ${tokens.colorBrandStroke1}` },
    '::after': { borderTop: `1px solid ${tokens.colorBrandStroke1}` },
  },
  older: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    columnGap: tokens.spacingHorizontalS,
    minHeight: '40px',
    paddingTop: tokens.spacingVerticalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  message: {
    position: 'relative',
    display: 'flex',
    columnGap: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    outlineStyle: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
    // The tools of a message show when the pointer or the focus is on it; a long press opens its menu.
    '--tools': '0',
    ':hover': { '--tools': '1' },
    ':focus-within': { '--tools': '1' },
    ':focus-visible:not(:hover)': { '--tools': '1' },
  },
  /** The person just jumped to it. An outline stays visible in forced colors. */
  marked: {
    backgroundColor: tokens.colorBrandBackground2,
    outline: `2px solid ${tokens.colorBrandStroke1}`,
    outlineOffset: '2px',
    '@media (prefers-reduced-motion: no-preference)': {
      transitionProperty: 'background-color',
      transitionDuration: tokens.durationSlower,
    },
  },
  avatar: { flexShrink: 0, width: '32px' },
  column: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, alignItems: 'flex-start' },
  oursColumn: { alignItems: 'flex-end' },
  meta: {
    display: 'flex',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalS,
    marginBottom: tokens.spacingVerticalXXS,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    '& > time': { flexShrink: 0, whiteSpace: 'nowrap' },
  },
  author: { ...CLIPPED_LINE, fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
  body: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    maxWidth: 'min(620px, 88%)',
    minWidth: 0,
  },
  oursBody: { flexDirection: 'row-reverse' },
  bubble: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalSNudge,
    minWidth: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: '12px',
    border: `1px solid ${tokens.colorNeutralStroke3}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    // A long press opens the menu instead, which copies the text too.
    [NO_HOVER]: { userSelect: 'none', WebkitTouchCallout: 'none' },
    // Marks piled up by the hundred end at the edge.
    overflow: 'clip',
  },
  ours: {
    backgroundColor: tokens.colorBrandBackground2Hover,
    border: `1px solid ${tokens.colorBrandStroke2}`,
  },
  /** The corner towards the author, in all but the first bubble of a group. */
  theirsFollows: { borderTopLeftRadius: tokens.borderRadiusMedium },
  oursFollows: { borderTopRightRadius: tokens.borderRadiusMedium },
  onlyMedia: { padding: tokens.spacingHorizontalXS },
  waiting: { opacity: 0.75 },
  text: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' },
  note: {
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontStyle: 'italic',
  },
  tools: {
    display: 'flex',
    flexShrink: 0,
    opacity: 'var(--tools)',
    ':focus-within': { opacity: 1 },
    // There they take no room, and show only for keyboard users.
    [NO_HOVER]: {
      position: 'absolute',
      right: 0,
      bottom: 0,
      opacity: 0,
      pointerEvents: 'none',
      ':focus-within': { opacity: 0 },
      ':has(:focus-visible)': { opacity: 1, pointerEvents: 'auto', backgroundColor: tokens.colorNeutralBackground1 },
    },
  },
  oursTools: { [NO_HOVER]: { right: 'auto', left: 0 } },
})

export const useQuoteStyles = makeStyles({
  quote: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    overflow: 'clip',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalMNudge}`,
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  button: {
    appearance: 'none',
    border: 'none',
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
    fontFamily: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  author: { ...CLIPPED_LINE, fontWeight: tokens.fontWeightSemibold },
  text: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '2',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
})

export const useSummaryStyles = makeStyles({
  summary: {
    display: 'inline-flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalXS,
    marginTop: tokens.spacingVerticalXXS,
    marginBottom: tokens.spacingVerticalXS,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  ours: { justifyContent: 'flex-end', textAlign: 'right' },
  failed: { color: tokens.colorStatusDangerForeground1 },
  // A sentence that wraps over as many lines as it needs, with its icon and actions.
  notSent: { display: 'inline-block' },
  sign: { marginRight: tokens.spacingHorizontalXS, fontSize: '14px', verticalAlign: 'text-bottom' },
  details: {
    position: 'relative',
    ...TARGET,
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'inherit',
    cursor: 'pointer',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  icon: { flexShrink: 0, height: tokens.lineHeightBase200, fontSize: '14px' },
  action: {
    position: 'relative',
    ...TARGET,
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    background: 'none',
    color: 'inherit',
    font: 'inherit',
    fontWeight: tokens.fontWeightSemibold,
    textDecorationLine: 'underline',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})
