/** The texts of the search results. */
export const SEARCH_TEXTS = {
  people: 'People',
  chats: 'Chats',
  messages: 'Messages',
  showAll: (count: string) => `Show all ${count}`,
  showMore: 'Show more',
  none: 'No results',
  noneHint: (term: string) => `We didn’t find “${term}”.`,
  noneFilteredHint: 'Nothing matches all of these filters.',
  searchAll: 'Search all chats',
  moreInChat: 'More in this chat',
  noMoreInChat: 'No other matches in this chat',
  noText: 'Picture or file',
  searching: 'Searching…',
  searchedBackTo: (day: string) => `Searched back to ${day}`,
  notAllSearched: 'Not all messages have been searched yet',
  searchOlder: 'Search older messages',
  failed: 'The search failed',
  moreFailed: 'More results couldn’t be loaded.',
  retry: 'Try again',
  foundMessages: (count: number, isAll: boolean) => {
    const messages = count === 1 ? '1 message' : `${count} messages`
    return isAll ? messages : `${messages}, and there may be more`
  },
  foundChats: (count: number, isAll: boolean) => {
    const chats = count === 1 ? '1 chat' : `${count} chats`
    return isAll ? chats : `${chats}, and there may be more`
  },
  found: (people: number, messages: number, isAll: boolean) => {
    const counts = `${people === 1 ? '1 person' : `${people} people`}, ${messages === 1 ? '1 chat' : `${messages} chats`} with messages`
    return isAll ? counts : `${counts}, and there may be more`
  },
} as const
