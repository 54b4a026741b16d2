/** The texts of the emoji picker. */
export const EMOJI_TEXTS = {
  open: 'Emoji',
  search: 'Search emoji',
  loading: 'Loading emoji',
  failed: 'Emoji couldn’t be loaded.',
  none: (term: string) => `No emoji found for “${term}”.`,
  recent: 'Recently used',
  /** Emojibase's group numbers. */
  groups: [
    [0, 'Smileys and emotion'],
    [1, 'People and body'],
    [3, 'Animals and nature'],
    [4, 'Food and drink'],
    [5, 'Travel and places'],
    [6, 'Activities'],
    [7, 'Objects'],
    [8, 'Symbols'],
    [9, 'Flags'],
  ],
} as const
