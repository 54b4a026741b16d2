import type { ChatId, Member } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chatContactsQuery } from '../../contacts/index.ts'
import { isNewChat } from '../../platform/new-chat-id.ts'
import { useApi } from '../../platform/platform-context.tsx'

/** A member with the time zone that its contact has; null if it has none. */
export type ZonedMember = Member & { timeZone: string | null }

/** The members with their own time zones, which are asked for once `isWanted`. Undefined until they are known. */
export function useZonedMembers(
  chatId: ChatId,
  members: readonly Member[],
  isWanted: boolean,
): readonly ZonedMember[] | undefined {
  // The contacts of a chat that does not exist yet are unknown: their numbers have to do.
  const isKnown = !isNewChat(chatId)
  const { data: contacts, isError } = useQuery({ ...chatContactsQuery(useApi(), chatId), enabled: isWanted && isKnown })
  return useMemo(() => {
    if (isKnown && !contacts && !isError) return undefined
    const zones = new Map<string, string | null>(
      contacts?.flatMap(({ phones, timeZone }) => phones.map(({ id }): [string, string | null] => [id, timeZone])),
    )
    return members.map((member) => ({ ...member, timeZone: zones.get(member.id) ?? null }))
  }, [members, contacts, isError, isKnown])
}
