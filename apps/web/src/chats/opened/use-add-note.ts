import type { MemberId } from '@partyline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { OpenedChat } from '../../core/chats/opened-chat.ts'
import type { NoteWriting } from '../../core/drafts.ts'
import { mayAddress, withAddressees } from '../../core/notes/addressed.ts'
import type { Mentioned } from '../../core/notes/mentions.ts'
import { isCurrent } from '../../core/people.ts'
import { ConnectionError } from '../../platform/api-error.ts'
import { lazyChunk } from '../../platform/chunks.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useStable } from '../../platform/use-stable.ts'
import { usersQuery } from '../../users/index.ts'
import { useChatClient } from '../chat-client-context.ts'

const loadPostNote = lazyChunk(async () => (await import('../../core/notes/post-note.ts')).postNote, { soon: true })

/** Someone who was mentioned, but does not see the chat among their own. */
export type MissingMember = { id: MemberId; name: string }

const NOBODY: readonly Mentioned[] = []

/** Adds notes, and remembers who was mentioned in the last one without being in the chat. */
export function useAddNote({ id: chatId, members }: OpenedChat, { onAdded }: { onAdded: () => void }) {
  const api = useApi()
  const { caches, me } = useChatClient()
  const client = useQueryClient()
  const [mentioned, setMentioned] = useState(NOBODY)
  const missing = useMemo(
    () =>
      mentioned.flatMap(({ id, name }): MissingMember[] => {
        // A user's ID is also their ID as a member.
        const memberId = id as string as MemberId
        const isIn = members.some((member) => member.id === memberId && isCurrent(member))
        return id === 'everyone' || isIn ? [] : [{ id: memberId, name }]
      }),
    [mentioned, members],
  )
  /** Without a connection, none: adding the note reports that. */
  async function colleagues(text: string): Promise<Mentioned[]> {
    if (!mayAddress(text)) return []
    const users = await client.ensureQueryData(usersQuery(api)).catch(() => [])
    return users.filter(({ id, disabled }) => !disabled && (id as string) !== me)
  }
  const addNote = useStable(async (note: NoteWriting) => {
    const postNote = await loadPostNote().catch((cause: unknown) => {
      throw new ConnectionError(cause)
    })
    // A colleague whose name was typed instead of chosen is mentioned, too.
    const complete = { ...note, ...withAddressees(note.text, note.mentioned, await colleagues(note.text)) }
    caches.withNotes(chatId, [await postNote(api, chatId, complete)])
    setMentioned(complete.mentioned)
    onAdded()
  })
  return { addNote, missing, dismissMissing: () => setMentioned(NOBODY) }
}
