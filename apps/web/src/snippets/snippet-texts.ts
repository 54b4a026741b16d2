import { isolated } from '../platform/isolated.ts'

/** The texts that the composer needs at once; the list and the forms have their own. */
export const SNIPPET_TEXTS = {
  title: 'Snippets',
  insert: 'Insert a snippet',
  loading: 'Loading snippets',
  failed: 'Snippets couldn’t be loaded.',
  /** Below the text while it has blanks. */
  fillIn: ([first = '', ...others]: readonly string[], isTouch: boolean) =>
    others.length === 0
      ? `Fill in “${isolated(first)}” before you send this.`
      : `Fill in ${others.length + 1} blanks before you send this. ${isTouch ? 'Tap one to select it.' : 'Tab goes to the next one.'}`,
} as const
