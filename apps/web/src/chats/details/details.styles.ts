import { makeStyles, tokens } from '@fluentui/react-components'

/** Shared styles of the sections in the right pane. */
export const useDetailsStyles = makeStyles({
  section: {
    margin: `0 ${tokens.spacingHorizontalL}`,
    padding: `${tokens.spacingVerticalM} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  first: { paddingTop: 0, borderTop: 'none' },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: {
    display: 'block',
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
})
