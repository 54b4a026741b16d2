import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

export const useHoursStyles = makeStyles({
  editor: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  group: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    margin: 0,
    padding: 0,
    border: 'none',
  },
  /** As wide as the other fields of the administration; holidays need more. */
  timeZone: { maxWidth: '480px' },
  legend: { padding: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  /** A day: its checkbox, and its hours below each other. */
  day: {
    display: 'grid',
    gridTemplateColumns: '136px 1fr',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalS,
    [`@media ${ONE_PANE}`]: { gridTemplateColumns: '1fr' },
  },
  closed: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '32px',
    color: tokens.colorNeutralForeground3,
    [`@media ${ONE_PANE}`]: { display: 'none' },
  },
  intervals: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXS },
  interval: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  time: { width: '104px', minWidth: 0 },
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
  wrong: {
    margin: 0,
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
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
