import type { Message, MessageId, Note } from '@partyline/contract'

const messages = new WeakMap<Note, Message>()

/** A note in the shape of a message, for everything that rows do with either. The same object for the same note. */
export function messageOfNote(note: Note): Message {
  let message = messages.get(note)
  if (message === undefined) {
    message = {
      id: note.id as string as MessageId,
      text: note.text,
      sentOn: note.createdOn,
      sentBy: note.createdBy,
      parentId: null,
      parent: null,
      delivery: [],
      media: note.media,
      pendingMedia: 0,
      missingMedia: 0,
      recovered: false,
      automatic: null,
    }
    messages.set(note, message)
  }
  return message
}
