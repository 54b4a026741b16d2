import { makeStyles, tokens } from '@fluentui/react-components'
import { ONE_PANE } from '../../ui/index.ts'

/** Small buttons with an icon next to a contact's name or number. */
export const useContactToolStyles = makeStyles({
  tool: {
    flexShrink: 0,
    minWidth: '24px',
    width: '24px',
    height: '24px',
    padding: 0,
    color: tokens.colorNeutralForeground3,
    // As large as a finger needs, and still on one line with the number. In high contrast, its border would cover the name.
    [`@media ${ONE_PANE} and (forced-colors: none)`]: { margin: `0 calc(-1 * ${tokens.spacingHorizontalXS})` },
    '& > .fui-Button__icon': { width: '16px', height: '16px', fontSize: '16px' },
  },
  /** The icon, and not the room around it, is in line with the words above. */
  first: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalXS})` },
})
