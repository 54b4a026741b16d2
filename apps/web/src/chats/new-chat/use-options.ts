import type { ChatListItem, NumberId } from '@partyline/contract'
import { PACE } from '@partyline/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chatListQuery } from '../../core/chats/chat-queries.ts'
import { itemsOf } from '../../core/chats/list-pages.ts'
import { contactListQuery } from '../../numbers/index.ts'
import type { PhoneFormat } from '../../numbers/index.ts'
import { useApi } from '../../platform/platform-context.tsx'
import { useDebounced } from '../../platform/use-debounced.ts'
import { useChatClient } from '../chat-client-context.ts'
import { otherSide } from '../chat-list/list-preview.ts'
import { beginningsFirst, matching } from '../chat-form/candidates.ts'
import type { Candidate } from '../chat-form/candidates.ts'
import { contactRecipient } from './find-recipients.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { isSamePhone, newRecipient } from './recipients.ts'
import type { ListReader, Recipient } from './recipients.ts'

/** An existing chat to open instead, or someone to add. */
export type Option = { key: string } & ({ chat: ChatListItem } | { recipient: Recipient })

export type OptionGroup = { label: string; options: Option[] }

/** Maximum options of a kind, so that each kind is in view. */
const MAX_CHATS = 3
const MAX_PEOPLE = 20

type Parts = {
  written: string
  chosen: readonly Recipient[]
  team: readonly Candidate[]
  lineId: NumberId | undefined
  format: PhoneFormat
  reader: ListReader | undefined
}

/** Options for the typed text: existing chats, contacts, teammates, or a new number. */
export function useOptions({ written, chosen, team, lineId, format, reader }: Parts) {
  const api = useApi()
  const { me, caches } = useChatClient()
  const words = written.trim()
  const term = useDebounced(words, words === '' ? 0 : PACE.searchDebounceMs)
  const contacts = useInfiniteQuery(contactListQuery(api, { filter: 'all', term }))
  const wantsChats = chosen.length === 0 && words !== ''
  const chats = useInfiniteQuery({
    ...chatListQuery(api, { mode: 'all', term, searchIn: 'names' }),
    enabled: wantsChats && term !== '',
  })
  const isSearching = words !== term || contacts.isPlaceholderData || contacts.isPending
  const loaded = useMemo(
    () => (contacts.data?.pages ?? []).flatMap(({ numbers }) => numbers.map(contactRecipient)),
    [contacts.data],
  )

  const taken = new Set(chosen.flatMap(({ id, number }) => [id as string, number]))
  const isFree = ({ id, number }: Candidate) => !taken.has(id) && !taken.has(number ?? '')
  // Listed chats are available immediately. The server also finds others.
  const known = [...caches.listed(), ...(chats.data && words === term ? itemsOf(chats.data) : [])]
  const people = beginningsFirst(isSearching ? matching(loaded, words) : loaded, words).filter(isFree)
  const number = reader?.number(words) ?? null
  const isKnown = number === null || [...chosen, ...people].some((one) => isSamePhone(one.number, number))

  const groups: OptionGroup[] = [
    {
      label: NEW_CHAT_TEXTS.groups.chats,
      options: wantsChats ? chatsWith(known).map((chat) => ({ key: chat.id, chat })) : [],
    },
    { label: NEW_CHAT_TEXTS.groups.contacts, options: optionsOf(people) },
    {
      label: NEW_CHAT_TEXTS.groups.team,
      options: optionsOf(
        beginningsFirst(matching(team, words), words).filter((one) => isFree(one) && (one.id as string) !== me),
      ),
    },
    {
      label: NEW_CHAT_TEXTS.groups.number,
      options: isKnown ? [] : [{ key: number, recipient: newRecipient(number, format(number)) }],
    },
  ]

  /** Chats whose name or a contact matches: names that begin with the term first, then chats on the line. */
  function chatsWith(listed: readonly ChatListItem[]): ChatListItem[] {
    const found = [...new Map(listed.map((chat) => [chat.id, chat])).values()]
      .filter((chat) => matching([{ name: chat.name, number: null }, ...otherSide(chat.members, me)], words).length > 0)
      .toSorted((one, other) => Number(other.numberId === lineId) - Number(one.numberId === lineId))
    return beginningsFirst(found, words).slice(0, MAX_CHATS)
  }

  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isSearching,
    hasMore: people.length > MAX_PEOPLE || (contacts.hasNextPage && !isSearching),
    error: contacts.error,
    loadAgain: () => void contacts.refetch(),
  }
}

function optionsOf(people: readonly Recipient[]): Option[] {
  return people.slice(0, MAX_PEOPLE).map((recipient) => ({ key: recipient.id, recipient }))
}
