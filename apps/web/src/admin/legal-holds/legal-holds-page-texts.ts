import { isolated } from '../../platform/isolated.ts'

export const HOLD_PAGE_TEXTS = {
  title: 'Legal holds',
  about:
    'A hold on a chat keeps its texts, files, and notes from being deleted. A hold on a contact does the same for the contact and all of its chats.',
  search: 'Search legal holds',
  chat: 'Chat',
  contact: 'Contact',
  release: 'Release',
  releaseOf: (name: string) => `Release the hold on ${isolated(name)}`,
  failedTitle: 'Legal holds couldn’t be loaded',
  emptyTitle: 'No legal holds',
  emptyText: 'To place one, open the details of a chat and choose “More actions”, or open the card of a contact.',
} as const
