import type { ChatId } from '@partyline/contract'

/** In links, for any new chat. */
export const NEW_CHAT = 'new'

/** In the address and for its draft, in place of a chat's ID: each new chat has its own. */
export const newChatId = () => `${NEW_CHAT}-${crypto.randomUUID()}` as ChatId

export const isNewChat = (id: string | null) => id === NEW_CHAT || id?.startsWith(`${NEW_CHAT}-`) === true
