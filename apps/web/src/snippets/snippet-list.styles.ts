import { makeStyles, tokens } from '@fluentui/react-components'

export const useSnippetListStyles = makeStyles({
  search: {
    display: 'block',
    width: `calc(100% - 2 * ${tokens.spacingHorizontalS})`,
    boxSizing: 'border-box',
    margin: `${tokens.spacingHorizontalS} ${tokens.spacingHorizontalS} 0`,
  },
  // Above what stays in sight.
  found: { scrollPaddingBottom: '49px' },
  preview: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
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
})
