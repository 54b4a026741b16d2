import { makeStyles, tokens } from '@fluentui/react-components'

const WIDE = '@media (min-width: 600px)'

/** Choosing a contact to merge with, and the values to keep. */
export const useMergeStyles = makeStyles({
  text: { margin: 0, overflowWrap: 'anywhere' },
  search: { maxWidth: 'none' },
  results: { minHeight: '264px' },
  heading: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  option: {
    width: '100%',
    justifyContent: 'flex-start',
    columnGap: tokens.spacingHorizontalM,
    paddingInline: tokens.spacingHorizontalS,
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
  },
  words: { display: 'block', minWidth: 0, overflowWrap: 'anywhere' },
  name: { display: 'block' },
  quiet: {
    display: 'block',
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  rows: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalL,
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 'none',
  },
  // The same style as labels of fields with a choice.
  label: { display: 'block', paddingBottom: tokens.spacingVerticalXXS, overflowWrap: 'anywhere' },
  value: { display: 'block', minWidth: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  choices: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    columnGap: tokens.spacingHorizontalL,
    [WIDE]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
  },
  both: { [WIDE]: { gridColumnEnd: 'span 2' } },
  phone: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: `0 ${tokens.spacingHorizontalS}`,
    padding: `${tokens.spacingVerticalXS} 0`,
  },
  stopped: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  note: { flexBasis: '100%' },
})
