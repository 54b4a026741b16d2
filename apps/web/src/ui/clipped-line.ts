/** Ends the marks that someone piled up by the hundred near their line, with room for accents and stacks of letters. */
export const CLIPPED_LINE = { overflow: 'clip', overflowClipMargin: '3px' } as const
