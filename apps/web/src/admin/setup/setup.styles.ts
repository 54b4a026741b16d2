import { makeStyles, tokens } from '@fluentui/react-components'

export const useSetupStyles = makeStyles({
  steps: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  step: {
    display: 'grid',
    gridTemplateColumns: '32px 1fr',
    columnGap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalL} 0`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  sign: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '28px',
    height: '28px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
  },
  signNext: {
    // Without background colors, it is the circle.
    border: `1px solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
  },
  signDone: { border: 'none', color: tokens.colorStatusSuccessForeground1, fontSize: '28px' },
  words: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS, minWidth: 0 },
  head: { display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  state: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  // In themes with a single background color, the outline shows the remaining progress.
  progress: { outline: `1px solid ${tokens.colorTransparentStroke}` },
  text: { margin: 0, color: tokens.colorNeutralForeground2, maxWidth: '560px' },
  action: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  trialNumber: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  answer: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXS },
  answerForm: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalS, maxWidth: '420px' },
  number: { flexGrow: 1, overflowWrap: 'anywhere' },
})
