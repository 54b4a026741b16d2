/** The texts of a note's menu and its modals. */
export const NOTE_TOOL_TEXTS = {
  edit: 'Edit',
  delete: 'Delete',
  history: 'History',

  editTitle: 'Edit note',
  text: 'Text',
  save: 'Save',
  saving: 'Saving…',

  deleteTitle: 'Delete note',
  deleteQuestion: 'Your team won’t see this note anymore. Admins can still see its text.',
  deleting: 'Deleting…',
  deletedDone: 'Note deleted.',

  historyTitle: 'Earlier versions',
  loading: 'Loading…',
  replaced: (time: string) => `Until ${time}`,
  withoutText: 'Files without text',
  none: 'There are no earlier versions.',
  retry: 'Try again',
  close: 'Close',
} as const
