import { makeStyles, tokens } from '@fluentui/react-components'
import { SCROLL_DIVIDER } from '../chat-list/scroll-divider.ts'

export const useResultsStyles = makeStyles({
  results: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    ...SCROLL_DIVIDER,
    // The border is part of it.
    padding: `calc(${tokens.spacingVerticalXS} - 1px) ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS}`,
  },
  title: {
    margin: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
})
