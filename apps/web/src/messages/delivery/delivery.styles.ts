import { makeStyles, tokens } from '@fluentui/react-components'
import { CLIPPED_LINE } from '../../ui/index.ts'

export const useDeliveryStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    minHeight: '52px',
    padding: `${tokens.spacingVerticalS} 0`,
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  name: {
    ...CLIPPED_LINE,
    flexGrow: 1,
    flexBasis: '96px',
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontWeight: tokens.fontWeightSemibold,
  },
  status: { textAlign: 'right', maxWidth: '60%' },
  failed: { color: tokens.colorStatusDangerForeground1 },
  quiet: {
    display: 'block',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    flexBasis: '100%',
    columnGap: tokens.spacingHorizontalS,
    rowGap: tokens.spacingVerticalXS,
  },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
})
