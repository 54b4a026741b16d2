import { isolated } from '../../platform/isolated.ts'

/** Texts of the dialogs for managing snippets, except those of the list. */
export const MANAGE_TEXTS = {
  intro: 'Texts that you write often. Type / in a message to insert one.',
  close: 'Close',
  none: 'No snippets yet',
  noneHint: 'Save a text that you write often, such as your opening hours or directions.',
  personal: 'Only you',
  shared: 'Everyone in your organization',
  adminsOnly: 'Admins edit these.',
  edit: (name: string) => `Edit ${isolated(name)}`,

  editTitle: 'Edit snippet',
  name: 'Name',
  shortcut: 'Shortcut',
  shortcutHint: 'Typed after / to find it first',
  text: 'Text',
  textHint: 'Variables are filled in when you insert the snippet. You fill in blanks yourself.',
  insert: 'Insert',
  variables: {
    first_name: 'First name',
    my_name: 'Your name',
    line_name: 'Line',
    company: 'Organization',
    blank: 'Blank',
  },
  /** The placeholders that the buttons above the text insert. */
  placeholders: {
    first_name: '{{first_name|there}}',
    my_name: '{{my_name}}',
    line_name: '{{line_name}}',
    company: '{{company}}',
    blank: '{{blank}}',
  },
  attach: 'Add pictures',
  who: 'Who can use it',
  save: 'Save',
  saving: 'Saving…',
  delete: 'Delete',
  deleting: 'Deleting…',
  deleteTitle: 'Delete snippet',
  deleteOwn: (name: string) => `Delete “${isolated(name)}”? Messages that you sent with it stay.`,
  deleteShared: (name: string) =>
    `Delete “${isolated(name)}” for everyone in your organization? Messages that were sent with it stay.`,
  deleted: 'Snippet deleted.',
} as const
