import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useApi } from '../platform/platform-context.tsx'
import { usersQuery } from '../users/index.ts'
import type { PresenceStore } from './presence.ts'

/** Somebody else in the chat, by the name that the team knows. */
type NamedOther = { id: string; name: string; writing: boolean }

/** Who else has the chat before them. Their names are asked for when the first one comes. */
export function useOthers(presence: PresenceStore): NamedOther[] {
  const others = useSyncExternalStore(presence.subscribe, presence.others)
  const { data: users = [] } = useQuery({ ...usersQuery(useApi()), enabled: others.length > 0 })
  return others.flatMap(({ userId, writing }) => {
    const user = users.find(({ id }) => id === userId)
    return user ? [{ id: userId, name: user.name, writing }] : []
  })
}
