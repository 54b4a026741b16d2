/** The texts of the search results. */
export const SEARCH_TEXTS = {
  people: 'People',
  chats: 'Chats',
  messages: 'Messages',
  notes: 'Notes',
  showAll: (count: string) => `Show all ${count}`,
  showMore: 'Show more',
  none: 'No results',
  noneHint: (term: string) => `We didn’t find “${term}”.`,
  noNotesHint: (term: string) =>
    term === '' ? 'No one has written a note yet.' : `We didn’t find “${term}” in notes.`,
  noneFilteredHint: 'Nothing matches all of these filters.',
  searchAll: 'Search all chats',
  moreInChat: 'More in this chat',
  noMoreInChat: 'No other matches in this chat',
  noText: 'Picture or file',
  /** Heard before a note, which has a sign. */
  note: 'Note: ',
  you: 'You',
  searching: 'Searching…',
  searchedBackTo: (day: string) => `Searched back to ${day}`,
  notAllSearched: 'Not all messages have been searched yet',
  searchOlder: 'Search older messages',
  failed: 'The search failed',
  moreFailed: 'More results couldn’t be loaded.',
  retry: 'Try again',
  foundMessages: (messages: number, notes: number | null, isAll: boolean) =>
    inAll([counted(messages, 'message'), ...notesOf(notes)], isAll),
  foundNotes: (notes: number, isAll: boolean) => inAll([counted(notes, 'note')], isAll),
  foundChats: (chats: number, isAll: boolean) => inAll([counted(chats, 'chat')], isAll),
  /** Without the notes if they were not searched. */
  found: (people: number, messages: number, notes: number | null, isAll: boolean) =>
    inAll(
      [people === 1 ? '1 person' : `${people} people`, `${counted(messages, 'chat')} with messages`, ...notesOf(notes)],
      isAll,
    ),
} as const

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

const notesOf = (count: number | null) => (count === null ? [] : [counted(count, 'note')])

const inAll = (counts: readonly string[], isAll: boolean) =>
  [...counts, ...(isAll ? [] : ['and there may be more'])].join(', ')
