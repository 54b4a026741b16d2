import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'
import { CHAT_COLUMN } from '../chat-column.ts'

export const usePendingStyles = makeStyles({
  region: {
    flexShrink: 0,
    maxHeight: '40%',
    overflowY: 'auto',
    width: '100%',
    maxWidth: CHAT_COLUMN,
    margin: '0 auto',
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalXXL}`,
    [`@media ${ONE_PANE}`]: { padding: `0 ${tokens.spacingHorizontalM}` },
  },
  list: { display: 'flex', flexDirection: 'column', rowGap: tokens.spacingVerticalXS, margin: 0, padding: 0 },
  item: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    listStyleType: 'none',
    [`@media ${ONE_PANE}`]: { gridTemplateColumns: '20px minmax(0, 1fr)' },
  },
  icon: { fontSize: '20px', color: tokens.colorNeutralForeground3, [`@media ${ONE_PANE}`]: { alignSelf: 'start' } },
  warning: { color: tokens.colorStatusDangerForeground1 },
  about: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  text: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    lineHeight: tokens.lineHeightBase300,
  },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    [`@media ${ONE_PANE}`]: { gridColumn: '2', justifyContent: 'flex-start' },
  },
  toggle: { justifyContent: 'flex-start', paddingLeft: tokens.spacingHorizontalM },
})
