import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../frame/frame-width.ts'

export const useWeekStyles = makeStyles({
  /** As wide as other fields; the week needs more. */
  timeZone: { maxWidth: '480px' },
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
})
