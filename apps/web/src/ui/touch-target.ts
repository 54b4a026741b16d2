const TOUCH = '@media (pointer: coarse)'

/** Gives fingers 40 px where a control is smaller: this much above and below what is inside of its border. */
export function fingerTarget(pixels: number) {
  return {
    position: 'relative',
    overflow: 'visible',
    '::after': { content: '""', position: 'absolute', inset: `-${pixels}px 0` },
  } as const
}

/** The height of a chip, with its border. */
export const CHIP_HEIGHT = { height: '26px', [TOUCH]: { height: '32px' } } as const

/** A chip that is a button as a whole. It has to be `data-compact`. */
export const CHIP_BUTTON = {
  ...CHIP_HEIGHT,
  minWidth: 0,
  [TOUCH]: { ...CHIP_HEIGHT[TOUCH], ...fingerTarget(5) },
} as const
