import { makeStyles, tokens } from '@fluentui/react-components'

export const useHoursStyles = makeStyles({
  editor: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  reply: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXS },
  date: { width: '160px', minWidth: 0 },
  holiday: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    margin: 0,
    padding: `${tokens.spacingVerticalS} 0 ${tokens.spacingVerticalM}`,
    border: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  holidayFields: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  holidayName: { flexGrow: 1, flexBasis: '160px', minWidth: 0 },
  // Below the labels of the fields next to it.
  remove: { marginTop: `calc(${tokens.lineHeightBase300} + ${tokens.spacingVerticalXS})` },
  add: { alignSelf: 'flex-start' },
  phone: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    maxWidth: '320px',
    boxSizing: 'border-box',
  },
  from: { alignSelf: 'center', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})
