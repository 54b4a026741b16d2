import type { PositioningProps } from '@fluentui/react-components'

/** Under the end of an anchor. Where there is room neither below nor above, it covers the anchor, and scrolls if need be. */
export const UNDER_END = {
  position: 'below',
  align: 'end',
  shiftToCoverTarget: true,
  autoSize: 'height',
} as const satisfies PositioningProps
