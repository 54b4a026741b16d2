import { makeStyles, tokens } from '@fluentui/react-components'

const FORCED = '@media (forced-colors: active)'

export const usePlotStyles = makeStyles({
  plot: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalM },
  legend: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalL,
    // Also with a readout in a second line.
    minHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  series: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  sample: { width: '12px', height: '12px' },
  readout: { flexGrow: 1, textAlign: 'end', fontVariantNumeric: 'tabular-nums', minWidth: '1px' },
  field: {
    position: 'relative',
    height: '220px',
    // For the values of the lines, and for the days.
    marginLeft: tokens.spacingHorizontalXXXL,
    marginBottom: tokens.spacingVerticalXXL,
  },
  line: {
    position: 'absolute',
    left: 0,
    right: 0,
    height: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTopColor: tokens.colorNeutralStroke1 },
  },
  lineValue: {
    position: 'absolute',
    right: '100%',
    transform: 'translateY(-50%)',
    paddingRight: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  columns: { position: 'absolute', inset: 0, display: 'flex' },
  column: {
    position: 'relative',
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'center',
    flexGrow: 1,
    flexBasis: 0,
    minWidth: 0,
    columnGap: '4%',
  },
  pointed: { backgroundColor: tokens.colorNeutralBackground1Hover },
  bar: {
    flexBasis: '38%',
    minWidth: '1px',
    maxWidth: '28px',
    boxSizing: 'border-box',
    borderRadius: `${tokens.borderRadiusSmall} ${tokens.borderRadiusSmall} 0 0`,
  },
  in: {
    backgroundColor: tokens.colorBrandBackground,
    [FORCED]: { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
  // Hatched, so that no one has to distinguish the colors.
  out: {
    color: tokens.colorNeutralForeground3,
    backgroundImage: 'repeating-linear-gradient(135deg, currentColor 0 1px, transparent 1px 4px)',
    boxShadow: 'inset 0 0 0 1px currentColor',
    [FORCED]: { forcedColorAdjust: 'none', color: 'CanvasText' },
  },
  day: {
    position: 'absolute',
    top: '100%',
    left: '50%',
    transform: 'translateX(-50%)',
    paddingTop: tokens.spacingVerticalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase100,
    lineHeight: tokens.lineHeightBase100,
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
  },
})
