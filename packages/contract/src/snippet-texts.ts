// Not in texts.ts, which is a part of the web app's first load.

/** Texts about snippets. */
export const SNIPPET_TEXTS = {
  shortcut: 'Use only letters, digits, hyphens, and underscores.',
  shortcutTaken: (name: string) => `“${name}” already has this shortcut.`,
  adminsOnly: 'Only Admins can change shared snippets.',
  tooMany: (max: number) => `There are already ${max} snippets. Delete some first.`,
  empty: 'Write a text, or add a file.',
} as const
