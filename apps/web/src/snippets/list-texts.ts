import { isolated } from '../platform/isolated.ts'

/** The texts of the list of snippets. */
export const LIST_TEXTS = {
  search: 'Search snippets',
  snippets: 'Snippets',
  manage: 'Manage snippets',
  create: 'New snippet',
  none: 'Save texts that you write often as snippets. Then type / to insert them.',
  noMatch: (term: string) => `No snippet found for “${isolated(term)}”.`,
  more: 'Keep typing to see more.',
  /** Read when `/` opens the list. */
  opened: 'Snippets. Use the arrow keys to choose one, and Enter to insert it.',
  filesFailed: (name: string) =>
    `The files of ${isolated(name)} couldn’t be loaded. Check your connection, then try again.`,
  retry: 'Try again',
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
} as const
