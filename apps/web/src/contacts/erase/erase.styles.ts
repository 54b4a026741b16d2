import { makeStyles, tokens } from '@fluentui/react-components'

/** Erasing a contact. */
export const useEraseStyles = makeStyles({
  text: { margin: 0, overflowWrap: 'anywhere' },
  facts: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalM,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  list: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
  },
})
