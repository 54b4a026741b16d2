import type { ChatListItem, MemberId, NumberId, TwilioNumber } from '@partyline/contract'
import { isActive, isCurrent, isPhone } from '../../core/people.ts'
import type { Api } from '../../platform/api.ts'
import type { Candidate } from './candidates.ts'

/** Contacts that are in other chats on the line, and the lines on which all chosen contacts are free. */
export type BusyPhones = {
  phones: { id: MemberId; name: string; chat: Pick<ChatListItem, 'id' | 'name'> }[]
  freeNumbers: TwilioNumber[]
  /** The names of the chats that close if the phones move, because no other phone is in them. */
  closing: string[]
}

type Wanted = {
  members: readonly Candidate[]
  numberId: NumberId
  /** The chat that is being changed, which doesn't count as another one; absent for a new one. */
  chatId?: ChatListItem['id'] | undefined
  numbers: readonly TwilioNumber[]
}

/** Finds the chats that the chosen contacts are in. */
export async function findBusyPhones(api: Api, { members, numberId, chatId, numbers }: Wanted): Promise<BusyPhones> {
  const phones = members.filter(({ role }) => role === 'ExternalMobile')
  const found = await Promise.all(phones.map(async (phone) => ({ phone, chats: await chatsOf(api, phone, chatId) })))
  const busy = found.flatMap(({ phone, chats }) => {
    const chat = chats.find((one) => one.numberId === numberId)
    return chat ? [{ id: phone.id, name: phone.name, chat }] : []
  })
  const taken = new Set(found.flatMap(({ chats }) => chats.map((chat) => chat.numberId)))
  const moving = new Set(busy.map(({ id }) => id))
  const chats = new Map(busy.map(({ chat }) => [chat.id, chat]))
  const closing = [...chats.values()].filter(({ members: all }) =>
    all.every((member) => !isPhone(member) || !isCurrent(member) || moving.has(member.id)),
  )
  return {
    phones: busy,
    freeNumbers: numbers.filter(({ id }) => !taken.has(id)),
    closing: closing.map(({ name }) => name),
  }
}

/** At most one open chat per line. */
async function chatsOf(api: Api, { id }: Candidate, except: Wanted['chatId']): Promise<ChatListItem[]> {
  const chats = await api.call('chats.search', { body: { mode: 'all', memberId: id, enabled: true } })
  return chats.filter(
    (chat) => chat.id !== except && chat.members.some((member) => member.id === id && isActive(member)),
  )
}
