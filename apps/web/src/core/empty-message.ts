/** Shown in place of a message without visible text or files. */
export const EMPTY_MESSAGE = 'Empty message'
