import type { Member, MemberId, Note, User } from '@partyline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { peopleOf } from '../../core/people.ts'
import type { People } from '../../core/people.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { usersQuery } from '../../users/index.ts'

const NOBODY: readonly User[] = []

/** The members of a chat, and others of the team who wrote its notes or are mentioned in them. */
export function usePeople(members: readonly Member[], notes: readonly Note[] | null): People {
  const api = useApi()
  const inChat = useMemo(() => peopleOf(members), [members])
  const hasOthers = useMemo(
    () => notes?.some((note) => idsIn(note).some((id) => !inChat.has(id))) ?? false,
    [notes, inChat],
  )
  const { data: users = NOBODY } = useQuery({ ...usersQuery(api), enabled: hasOthers })
  return useMemo(() => {
    if (!hasOthers) return inChat
    return new Map([...users.map((user): [MemberId, Member] => [memberId(user), asMember(user)]), ...inChat])
  }, [inChat, hasOthers, users])
}

const idsIn = ({ createdBy, mentions }: Note) => [
  createdBy,
  ...mentions.filter((mention) => mention !== 'everyone').map((id) => id as string as MemberId),
]

// A user's ID is also their ID as a member.
const memberId = ({ id }: User) => id as string as MemberId

/** A user who is not in the chat. */
function asMember(user: User): Member {
  const { name, disabled, leftDirectoryAt } = user
  const never = new Date(0).toISOString()
  return {
    id: memberId(user),
    name,
    role: 'TeamsUser',
    number: null,
    addedOn: never,
    deletedOn: never,
    disabled,
    leftDirectoryAt,
    optedOut: false,
    barred: null,
  }
}
