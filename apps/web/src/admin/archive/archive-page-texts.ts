import { ARCHIVE_LIMITS } from '@partyline/contract'

const conversations = (count: number) => (count === 1 ? '1 conversation' : `${count} conversations`)

export const ARCHIVE_PAGE_TEXTS = {
  title: 'Archive',
  about:
    'Everything of your organization as ZIP files: conversations with notes and files, contacts, consent, and the audit log. For a lawyer, an auditor, or if you leave.',
  list: 'Archives',
  start: 'Create archive',
  emptyTitle: 'No archive',
  emptyText: `Creating one can take a while. It stays here for ${ARCHIVE_LIMITS.days} days.`,
  failedTitle: 'Archives couldn’t be loaded',
  of: (day: string) => `Archive of ${day}`,
  by: (person: string) => `Created by ${person}`,
  progress: (done: number, total: number) => `In progress: ${done} of ${conversations(total)}`,
  conversations,
  until: (when: string) => `Available until ${when}`,
  retrying: `It’s tried again for up to ${ARCHIVE_LIMITS.retryHours} hours.`,
  gaveUp: 'This archive couldn’t be created.',
  again: 'Then create another one.',
  erased: 'Deleted, because a contact in it was erased. Create another one if you still need it.',
  download: 'Download',
  downloadPart: (part: number, of: number) => `Download part ${part} of ${of}`,
  downloadOf: (name: string, day: string) => `${name}, archive of ${day}`,
  cancel: 'Cancel',
  cancelOf: (day: string) => `Cancel the archive of ${day}`,
  cancelTitle: 'Cancel archive',
  keep: 'Keep creating it',
  cancelMessage: 'What was created so far is deleted.',
  canceling: 'Canceling…',
  delete: 'Delete',
  deleteOf: (day: string) => `Delete the archive of ${day}`,
  deleteTitle: 'Delete archive',
  deleteMessage: 'Its files are deleted from the server. Copies that were downloaded stay where they are.',
  deleting: 'Deleting…',
  ready: 'Your archive is ready under Administration, Organization.',
  failed: 'Your archive couldn’t be created. See Administration, Organization.',
} as const
