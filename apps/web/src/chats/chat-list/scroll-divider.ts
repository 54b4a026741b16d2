import { tokens } from '@fluentui/react-components'
import type { UIEvent } from 'react'

/** The style of a list whose upper edge shows once rows are scrolled beneath it. */
export const SCROLL_DIVIDER = {
  borderTop: '1px solid transparent',
  '@media (forced-colors: active)': { borderTopColor: 'Canvas' },
  '&[data-scrolled]': {
    borderTopColor: tokens.colorNeutralStroke2,
    '@media (forced-colors: active)': { borderTopColor: 'CanvasText' },
  },
} as const

/** Its scroll handler. Not a state, so that scrolling renders nothing. */
export function markScrolled({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollTop > 0)
}
