import { makeStyles, tokens } from '@fluentui/react-components'

export const useConsentStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  title: { flexGrow: 1 },
  line: { padding: `${tokens.spacingVerticalXXS} 0` },
  label: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  stopped: { color: tokens.colorStatusDangerForeground1 },
  failed: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap' },
  entry: {
    padding: `${tokens.spacingVerticalS} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-child': { borderTop: 'none' },
  },
  form: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  group: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: {
    padding: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  choices: { flexWrap: 'wrap' },
  day: { maxWidth: '200px' },
  note: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  warning: { margin: 0, color: tokens.colorStatusWarningForeground1 },
  what: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  wording: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `2px solid ${tokens.colorNeutralStroke1}`,
    whiteSpace: 'pre-line',
  },
})
