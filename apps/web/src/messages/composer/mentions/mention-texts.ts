/** The texts of the list of people to mention. */
export const MENTION_TEXTS = {
  list: 'People to mention',
  members: 'In this chat',
  others: 'Not in this chat',
  everyone: 'Everyone in this chat',
  loading: 'Loading people',
  failed: 'People couldn’t be loaded.',
  retry: 'Try again',
  more: 'Keep typing to see more.',
  /** Read when `@` opens the list. */
  opened: 'People. Use the arrow keys to choose one, and Enter to mention them.',
} as const
