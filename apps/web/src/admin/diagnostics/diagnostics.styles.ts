import { makeStyles, tokens } from '@fluentui/react-components'

export const useDiagnosticsStyles = makeStyles({
  verdict: { display: 'flex', alignItems: 'flex-start', columnGap: tokens.spacingHorizontalM },
  verdictIcon: { flexShrink: 0, fontSize: '28px', lineHeight: 1 },
  verdictWords: { minWidth: 0 },
  verdictTitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: tokens.fontWeightSemibold,
  },
  failed: { color: tokens.colorStatusDangerForeground1 },
  warning: { color: tokens.colorStatusWarningForeground1 },
  passed: { color: tokens.colorStatusSuccessForeground1 },
  skipped: { color: tokens.colorNeutralForeground3 },
  check: {
    display: 'flex',
    alignItems: 'flex-start',
    columnGap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    ':last-child': { borderBottom: 'none' },
  },
  checkIcon: { flexShrink: 0, fontSize: '20px', lineHeight: 1 },
  checkWords: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXXS,
    flexGrow: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  checkTitle: { fontWeight: tokens.fontWeightSemibold },
  // The icon has the colour; its red is too dark for words in the dark theme.
  state: {
    color: tokens.colorNeutralForeground2,
    fontWeight: tokens.fontWeightRegular,
    fontSize: tokens.fontSizeBase200,
  },
  said: { margin: 0 },
  fix: { marginTop: tokens.spacingVerticalXS, alignSelf: 'flex-start' },
  numberTitle: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  inner: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    margin: `${tokens.spacingVerticalXS} 0`,
    padding: 0,
    listStyleType: 'none',
  },
  innerCheck: { display: 'flex', alignItems: 'flex-start', columnGap: tokens.spacingHorizontalS },
})
