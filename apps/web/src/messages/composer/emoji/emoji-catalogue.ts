import type { EmojiData } from 'frimousse'
import emojis from 'emojibase-data/en/data.json'
import { EMOJI_TEXTS } from './emoji-texts.ts'

/** Every emoji that the picker offers, by Emojibase's groups. It comes with the app: nothing is asked of other hosts. */
export const EMOJI: EmojiData = {
  locale: 'en',
  emojis: emojis.map(({ emoji, label, tags = [], group = 0 }) => ({ emoji, label, tags, category: group, version: 1 })),
  categories: EMOJI_TEXTS.groups.map(([index, label]) => ({ index, label })),
  skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
}
