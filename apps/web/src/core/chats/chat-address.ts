import type { ChatId, MessageId, NoteId } from '@partyline/contract'

type Place = { chatId: ChatId; messageId?: MessageId | null | undefined; noteId?: NoteId }

/** The address that opens a chat, at a message or a note. The message before a note says what to load. */
export const chatAddress = ({ chatId, messageId, noteId }: Place): string =>
  `/?chat=${chatId}${messageId ? `&message=${messageId}` : ''}${noteId ? `&note=${noteId}` : ''}`
