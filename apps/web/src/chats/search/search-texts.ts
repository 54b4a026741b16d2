/** The texts of the search results. */
export const SEARCH_TEXTS = {
  people: 'People',
  messages: 'Messages',
  showAll: (count: string) => `Show all ${count}`,
  showMore: 'Show more',
  none: 'No results',
  noneHint: (term: string) => `We didn’t find “${term}”.`,
  searchAll: 'Search all chats',
  moreInChat: 'More in this chat',
  noMoreInChat: 'No other matches in this chat',
  searching: 'Searching…',
  searchedBackTo: (day: string) => `Searched back to ${day}`,
  notAllSearched: 'Not all messages have been searched yet',
  searchOlder: 'Search older messages',
  failed: 'The search failed',
  moreFailed: 'More results couldn’t be loaded.',
  retry: 'Try again',
  found: (people: number, messages: number, isAll: boolean) => {
    const counts = `${people === 1 ? '1 person' : `${people} people`}, ${messages === 1 ? '1 chat' : `${messages} chats`} with messages`
    return isAll ? counts : `${counts}, and there may be more`
  },
} as const
