const TOUCH = '@media (pointer: coarse)'

/** Extends a smaller control to a 40 px touch target: by this much above and below its padding box. */
export function fingerTarget(pixels: number) {
  return {
    position: 'relative',
    overflow: 'visible',
    '::after': { content: '""', position: 'absolute', inset: `-${pixels}px 0` },
  } as const
}

/** The height of a chip, with its border. */
export const CHIP_HEIGHT = { height: '26px', [TOUCH]: { height: '32px' } } as const

/** A chip that is entirely a button. Must be `data-compact`. */
export const CHIP_BUTTON = {
  ...CHIP_HEIGHT,
  minWidth: 0,
  [TOUCH]: { ...CHIP_HEIGHT[TOUCH], ...fingerTarget(5) },
} as const
