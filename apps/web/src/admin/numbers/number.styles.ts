import { makeStyles, tokens } from '@fluentui/react-components'

/** One line; the whole text is in its tooltip. */
const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const

export const useNumberStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    rowGap: tokens.spacingVerticalS,
    minWidth: 0,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
  },
  head: { display: 'flex', alignItems: 'flex-start', columnGap: tokens.spacingHorizontalS },
  words: { flexGrow: 1, minWidth: 0 },
  name: {
    ...ONE_LINE,
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  badge: { flexShrink: 0, whiteSpace: 'nowrap' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalM,
    margin: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  fact: { ...ONE_LINE, margin: 0 },
  // Cards of a row end at the same height, with their buttons.
  actions: { display: 'flex', columnGap: tokens.spacingHorizontalS, marginTop: 'auto' },
})
