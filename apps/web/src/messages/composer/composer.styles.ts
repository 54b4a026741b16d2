import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'
import { CHAT_COLUMN } from '../chat-column.ts'

export const useComposerStyles = makeStyles({
  root: {
    position: 'relative',
    flexShrink: 0,
    width: '100%',
    maxWidth: CHAT_COLUMN,
    margin: '0 auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXXL} ${tokens.spacingVerticalXXL}`,
    [`@media ${ONE_PANE}`]: {
      padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXXL}`,
    },
  },
  box: {
    display: 'flex',
    flexDirection: 'column',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    overflow: 'hidden',
    ':focus-within': {
      border: `1px solid ${tokens.colorCompoundBrandStroke}`,
      boxShadow: `0 0 0 1px ${tokens.colorCompoundBrandStroke}`,
    },
    '@media (forced-colors: active)': { ':focus-within': { outline: '2px solid Highlight' } },
  },
  /** With its own shape, which stays visible in forced colors. */
  noteBox: {
    border: `1px solid ${tokens.colorPaletteYellowForeground2}`,
    borderLeftWidth: '4px',
    backgroundColor: `color-mix(in srgb, ${tokens.colorPaletteYellowBackground2} 40%, ${tokens.colorNeutralBackground1})`,
    ':focus-within': {
      border: `1px solid ${tokens.colorPaletteYellowForeground2}`,
      borderLeftWidth: '4px',
      boxShadow: `0 0 0 1px ${tokens.colorPaletteYellowForeground2}`,
    },
  },
  readers: {
    alignSelf: 'flex-start',
    margin: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM} 0`,
  },
  text: {
    display: 'block',
    width: '100%',
    boxSizing: 'border-box',
    minHeight: '44px',
    maxHeight: '40vh',
    fieldSizing: 'content',
    '@media (max-height: 359.98px)': { maxHeight: '96px' },
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXS}`,
    border: 'none',
    outlineStyle: 'none',
    resize: 'none',
    overflowY: 'auto',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '::placeholder': { color: tokens.colorNeutralForeground4, opacity: 1 },
    // A smaller type makes phones zoom in.
    '@media (pointer: coarse)': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  },
  reply: {
    display: 'flex',
    alignItems: 'flex-start',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} 0`,
  },
  replyQuote: { flexGrow: 1, backgroundColor: tokens.colorNeutralBackground3 },
  problem: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} 0`,
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
  },
  hint: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} 0`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  foot: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalSNudge} ${tokens.spacingVerticalSNudge}`,
    minHeight: '40px',
    boxSizing: 'border-box',
    [`@media ${ONE_PANE}`]: {
      ':has([data-costly])': { flexWrap: 'wrap' },
      ':has([data-hours])': { flexWrap: 'wrap' },
    },
  },
  /** The count and the recipient's hours: in one row, or in two if they don't fit. */
  facts: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    columnGap: tokens.spacingHorizontalL,
    flexGrow: 1,
    minWidth: 0,
    [`@media ${ONE_PANE}`]: { display: 'contents' },
  },
  count: {
    flexGrow: 1,
    minWidth: 0,
    textAlign: 'right',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    // Breaks its own lines rather than the row.
    [`@media ${ONE_PANE}`]: { flexBasis: 0 },
  },
  /** Above the buttons, if there is too little room next to them. */
  costly: {
    [`@media ${ONE_PANE}`]: {
      order: -1,
      flexBasis: '100%',
      padding: `0 ${tokens.spacingHorizontalMNudge}`,
      textAlign: 'start',
    },
  },
  /** Like {@link costly}. */
  hours: {
    display: 'inline-flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    minWidth: 0,
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [`@media ${ONE_PANE}`]: {
      order: -1,
      flexBasis: '100%',
      padding: `0 ${tokens.spacingHorizontalMNudge} ${tokens.spacingVerticalXXS}`,
    },
  },
  hoursIcon: { flexShrink: 0, fontSize: '16px' },
  plain: {
    minWidth: 0,
    height: '24px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    color: tokens.colorBrandForegroundLink,
    fontSize: 'inherit',
    fontWeight: tokens.fontWeightRegular,
    whiteSpace: 'nowrap',
    // In line with the text.
    margin: `0 calc(-1 * ${tokens.spacingHorizontalXS})`,
  },
  tooLong: { color: tokens.colorStatusDangerForeground1 },
  long: { [`@media ${ONE_PANE}`]: { display: 'none' } },
  short: { display: 'none', [`@media ${ONE_PANE}`]: { display: 'inline' } },
  edited: {
    alignSelf: 'center',
    flexGrow: 1,
    minWidth: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  sendButtons: { display: 'inline-flex', flexShrink: 0, marginLeft: 'auto' },
  send: { minWidth: '80px' },
  sendFirst: { borderTopRightRadius: 0, borderBottomRightRadius: 0 },
  sendMore: { minWidth: '32px', width: '32px', borderTopLeftRadius: 0, borderBottomLeftRadius: 0 },
  chooser: { display: 'none' },
})
