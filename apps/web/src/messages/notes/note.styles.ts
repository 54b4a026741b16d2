import { makeStyles, tokens } from '@fluentui/react-components'

export const useNoteStyles = makeStyles({
  /** A light tint on light backgrounds, and a dark one on dark ones. */
  bubble: {
    borderTopColor: tokens.colorPaletteMarigoldBackground2,
    borderRightColor: tokens.colorPaletteMarigoldBackground2,
    borderBottomColor: tokens.colorPaletteMarigoldBackground2,
    borderLeft: `3px solid ${tokens.colorPaletteMarigoldBorderActive}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: `light-dark(${tokens.colorPaletteYellowBackground2}, ${tokens.colorPaletteYellowBackground1})`,
  },
  /** Quieter, in every theme. */
  deletedBubble: { backgroundColor: tokens.colorPaletteYellowBackground1 },
  label: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    color: tokens.colorPaletteMarigoldForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  icon: { flexShrink: 0, fontSize: '14px' },
  deleted: {
    display: 'flex',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  deletedText: { minWidth: 0, overflowWrap: 'anywhere' },
  mention: { color: tokens.colorBrandForeground2, fontWeight: tokens.fontWeightSemibold },
  /** A mention of this person. */
  mine: {
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    '@media (forced-colors: active)': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
})
