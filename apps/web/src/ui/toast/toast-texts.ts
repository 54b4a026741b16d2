export const TOAST_TEXTS = {
  region: 'Notifications',
  undo: 'Undo',
  undoKeys: 'Press Ctrl+Z to undo.',
  close: 'Close',
  saved: 'Saved',
} as const
