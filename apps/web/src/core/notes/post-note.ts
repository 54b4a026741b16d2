import type { ChatId, Note } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import type { NoteWriting } from '../drafts.ts'
import { encodeFile } from '../encode-file.ts'

/** Adds a note. A retry of the same note has the same idempotency key. */
export async function postNote(api: Api, chatId: ChatId, { text, files, mentioned, key }: NoteWriting): Promise<Note> {
  const media = await Promise.all(files.map(async ({ file }) => encodeFile(file)))
  const mentions = mentioned.map(({ id }) => id)
  const headers = { 'Idempotency-Key': key }
  return api.call('notes.add', { params: { chatId }, body: { text, mentions, media }, headers })
}
