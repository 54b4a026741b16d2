import type { ChatListItem, MemberId, NumberId, TwilioNumber } from '@partyline/contract'
import { isActive } from '../../messages/index.ts'
import type { Api } from '../../platform/api.ts'
import type { Candidate } from './candidates.ts'

/** Phones that other chats on the number hold (decisions 3.4), and the numbers on which every wanted phone is free. */
export type BusyPhones = {
  phones: { id: MemberId; name: string; chat: Pick<ChatListItem, 'id' | 'name'> }[]
  freeNumbers: TwilioNumber[]
}

type Wanted = {
  members: readonly Candidate[]
  numberId: NumberId
  /** The chat that is being changed holds its phones rightly; absent for a new one. */
  chatId?: ChatListItem['id'] | undefined
  numbers: readonly TwilioNumber[]
}

/** Asks where the wanted phones are. */
export async function findBusyPhones(api: Api, { members, numberId, chatId, numbers }: Wanted): Promise<BusyPhones> {
  const phones = members.filter(({ role }) => role === 'ExternalMobile')
  const held = await Promise.all(phones.map(async (phone) => ({ phone, chats: await chatsOf(api, phone, chatId) })))
  const busy = held.flatMap(({ phone, chats }) => {
    const chat = chats.find((one) => one.numberId === numberId)
    return chat ? [{ id: phone.id, name: phone.name, chat }] : []
  })
  const taken = new Set(held.flatMap(({ chats }) => chats.map((chat) => chat.numberId)))
  return {
    phones: busy,
    freeNumbers: numbers.filter(({ id }) => !taken.has(id)),
  }
}

/** One open chat for each of our numbers at most. */
async function chatsOf(api: Api, { id }: Candidate, except: Wanted['chatId']): Promise<ChatListItem[]> {
  const chats = await api.call('chats.search', { body: { mode: 'all', memberId: id, enabled: true } })
  return chats.filter(
    (chat) => chat.id !== except && chat.members.some((member) => member.id === id && isActive(member)),
  )
}
