import { makeStyles, tokens } from '@fluentui/react-components'

/** Aligned with the chat's text, to the right of its avatar of 40 px. */
const INDENT = `calc(40px + ${tokens.spacingHorizontalM})`

export const useHitStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  hits: { margin: 0, padding: 0, paddingLeft: INDENT, listStyleType: 'none' },
  hit: {
    display: 'block',
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textDecorationLine: 'none',
    outlineStyle: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground6 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  text: {
    display: '-webkit-box',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
  },
  head: { display: 'flex', alignItems: 'baseline', columnGap: tokens.spacingHorizontalS },
  title: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  time: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  by: { color: tokens.colorNeutralForeground3 },
  author: {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
  },
  note: {
    margin: 0,
    padding: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalS}`,
    marginLeft: INDENT,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
})
