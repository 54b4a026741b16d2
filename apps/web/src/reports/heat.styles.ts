import { makeStyles, tokens } from '@fluentui/react-components'

/** Towards the background of the theme, so that more is always stronger. */
const shade = (percent: number) =>
  `color-mix(in srgb, ${tokens.colorBrandBackground} ${percent}%, ${tokens.colorNeutralBackground1})`

export const useHeatStyles = makeStyles({
  table: {
    width: '100%',
    tableLayout: 'fixed',
    borderSpacing: '2px',
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'center',
  },
  half: {
    padding: 0,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'start',
  },
  hour: { padding: 0, color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
  weekday: {
    padding: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
  },
  time: {
    padding: 0,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
    textAlign: 'start',
    whiteSpace: 'nowrap',
  },
  cell: { height: '28px', padding: 0, borderRadius: tokens.borderRadiusSmall },
  none: { backgroundColor: tokens.colorNeutralBackground3 },
  few: { backgroundColor: shade(22) },
  some: { backgroundColor: shade(44) },
  many: { backgroundColor: shade(66) },
  most: {
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
    // All backgrounds have the same color there.
    '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: '-2px' },
  },
})
