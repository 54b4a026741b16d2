import type { Chat } from '@partyline/contract'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'

/** A message that arrives during each attempt causes this many conflicts. */
const MAX_ATTEMPTS = 5

type Saving<Saved> = {
  /** The chat that the person saw. */
  base: Pick<Chat, 'id' | 'version'>
  /** Saves the change if the chat has the version that the headers name. */
  save: (headers: { 'If-Match': string }) => Promise<Saved>
  /** Throws if the change must not replace what others have changed. Returns the result if it is saved already. */
  review: (now: Chat) => Saved | null
}

/** Saves a change of a chat. Messages and receipts raise the version, too: over those, the change is saved again. */
export async function saveChat<Saved>(api: Api, { base, save, review }: Saving<Saved>): Promise<Saved> {
  const saveOver = (version: number) => save({ 'If-Match': `"${version}"` })
  let { version } = base
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await saveOver(version)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    }
    const now = await api.call('chats.get', { params: { chatId: base.id } })
    const saved = review(now)
    if (saved !== null) return saved
    version = now.version
  }
  return saveOver(version)
}
