/** The texts of the middle pane without an opened chat. */
export const START_TEXTS = {
  title: 'Waiting for you and your team',
  nothing: 'All caught up',
  nothingHint: 'Nothing is waiting. Pick a chat from the list, or start a new one.',
} as const
