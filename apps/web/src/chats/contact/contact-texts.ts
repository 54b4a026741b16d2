import { isolated } from '../../platform/isolated.ts'

/** The texts for a contact's name and number: in the chat's header, the right pane, and the modal for the name. */
export const CONTACT_TEXTS = {
  card: 'Contact card',
  addName: 'Add name',
  editName: (name: string) => `Edit name of ${isolated(name)}`,
  addTitle: 'Add name',
  editTitle: 'Edit name',
  name: 'Name',
  hint: 'Everyone on your team will see this name.',
  save: 'Save',
  saving: 'Saving…',
  call: (number: string) => `Call ${number}`,
  copy: (number: string) => `Copy ${number}`,
  copied: 'Number copied.',
  copyFailed: 'Unable to copy the number',
} as const
