import type { ChatId, NumberId, TwilioNumber } from '@partyline/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSignedIn } from '../../auth/index.ts'
import { twilioNumbersQuery, usePhoneFormat } from '../../numbers/index.ts'
import type { Api } from '../../platform/api.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { queryKeys } from '../../platform/query-keys.ts'
import { useStore } from '../../platform/use-store.ts'
import { useMe, usersQuery } from '../../users/index.ts'
import { findBusyPhones } from '../chat-form/busy-phones.ts'
import { firstMembers, userCandidates } from '../chat-form/candidates.ts'
import { newChatDraftsOf } from './new-chat-draft.ts'
import type { Recipient } from './recipients.ts'
import { usualLine } from '../usual-line.ts'

/** A person's new chat: who it is for, on which line, and which contacts are in other chats on that line. */
export function useNewChat(id: ChatId) {
  const api = useApi()
  const { id: owner } = useSignedIn()
  const country = useMe()?.defaultCountry
  const format = usePhoneFormat(country)
  const [store] = useState(() => newChatDraftsOf(owner).of(id))
  const draft = useStore(store)
  const numbers = useQuery(twilioNumbersQuery(api))
  const users = useQuery(usersQuery(api))

  const lines = numbers.data ?? []
  const line = lines.find(({ id }) => id === draft.numberId) ?? usualLine(lines, owner)
  const team = useMemo(() => userCandidates(users.data ?? []), [users.data])
  const { recipients } = draft
  const busy = useQuery({
    ...busyPhonesQuery(api, { recipients, line, lines }),
    enabled: line !== undefined && recipients.some(isContact),
  })

  const isBusy = busy.data !== undefined && busy.data.phones.length > 0
  const isLost = draft.attempt?.isLost === true

  return {
    owner,
    country,
    format,
    store,
    draft,
    numbers,
    users,
    lines,
    line,
    team,
    /** The line's default users and the person, who are in the chat in any case. */
    first: firstMembers(team, { me: owner, number: line }),
    busy: isBusy && !isLost ? busy.data : null,
    /** The contacts are in a chat that a request without an answer may have created. */
    mayExist: isBusy && isLost,
  }
}

export type NewChatState = ReturnType<typeof useNewChat>

type Wanted = { recipients: readonly Recipient[]; line: TwilioNumber | undefined; lines: readonly TwilioNumber[] }

/** Which of the contacts are in other chats on the line. */
export function busyPhonesQuery(api: Api, { recipients, line, lines }: Wanted) {
  const numberId = line?.id ?? ('' as NumberId)
  const members = recipients.filter(isContact)
  return queryOptions({
    queryKey: queryKeys.busyPhones(numberId, members.map(({ id }) => id).toSorted()),
    queryFn: () => findBusyPhones(api, { members, numberId, numbers: lines }),
    staleTime: 0,
  })
}

const isContact = ({ role, isNewNumber }: Recipient) => role === 'ExternalMobile' && !isNewNumber
