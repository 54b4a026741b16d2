import { makeStyles, tokens } from '@fluentui/react-components'
import { ROOM_ABOVE_COMPOSER } from '../ui/index.ts'

export const useSnippetListStyles = makeStyles({
  search: {
    display: 'block',
    width: `calc(100% - 2 * ${tokens.spacingHorizontalS})`,
    boxSizing: 'border-box',
    margin: `${tokens.spacingHorizontalS} ${tokens.spacingHorizontalS} 0`,
  },
  list: { padding: tokens.spacingVerticalXS },
  found: {
    // Without the search field.
    maxHeight: `min(384px, 46dvh, ${ROOM_ABOVE_COMPOSER} - 50px)`,
    overflowY: 'auto',
    scrollPaddingBottom: '49px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalMNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground6 },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground6,
    outline: `2px solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: '-2px',
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
  },
  preview: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  facts: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    flexShrink: 0,
    maxWidth: '45%',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  shortcut: { overflow: 'hidden', textOverflow: 'ellipsis' },
  files: { display: 'inline-flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXXS },
  manage: {
    minHeight: '40px',
    // The usual color of links has too little contrast on the active option in the dark theme.
    color: tokens.colorBrandForegroundLinkHover,
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
  // Stays in sight below the snippets that scroll.
  below: {
    position: 'sticky',
    bottom: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    padding: tokens.spacingVerticalXS,
  },
  status: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalMNudge}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  problem: { color: tokens.colorStatusDangerForeground1 },
})
