import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

const ONE_COLUMN = `@media ${ONE_PANE}`

export const useImportStyles = makeStyles({
  quiet: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  step: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  fact: { margin: 0, overflowWrap: 'anywhere' },
  warning: { display: 'flex', columnGap: tokens.spacingHorizontalS, margin: 0, overflowWrap: 'anywhere' },
  /** As narrow as a phone, however long a heading is. */
  select: { minWidth: 0, '& > select': { minWidth: 0 } },
  icon: { flexShrink: 0, fontSize: tokens.fontSizeBase500, color: tokens.colorStatusWarningForeground1 },
  drop: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    rowGap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalL,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  over: { border: `1px dashed ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  frame: {
    maxHeight: '42vh',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `0 ${tokens.spacingHorizontalM}`,
    // On a phone, the modal scrolls instead.
    [ONE_COLUMN]: { maxHeight: 'none', flexShrink: 0 },
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  column: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 190px',
    alignItems: 'center',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
    [ONE_COLUMN]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  item: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  entry: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':last-child': { borderBottom: 'none' },
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  state: { flexShrink: 0 },
  summary: { margin: 0, fontWeight: tokens.fontWeightSemibold },
  start: { marginRight: 'auto' },
})
