import type { ChatId, ChatListItem, FoundNote } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { unseenMentionsQuery } from '../../core/chats/chat-queries.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** For each of these chats, the oldest note that mentions this person and that they have not seen. */
export function useMentionNotes(
  items: readonly ChatListItem[],
  { isWanted }: { isWanted: boolean },
): ReadonlyMap<ChatId, FoundNote> | undefined {
  const enabled = isWanted && items.some(({ mentionCount }) => mentionCount > 0)
  const { data } = useQuery({ ...unseenMentionsQuery(useApi()), enabled, select: oldestOfEach })
  return enabled ? data : undefined
}

/** The notes are newest first. */
const oldestOfEach = (notes: readonly FoundNote[]) => new Map(notes.map((note) => [note.chatId, note]))
