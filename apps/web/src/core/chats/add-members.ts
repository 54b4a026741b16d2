import type { CallBody, Chat, MemberId } from '@partyline/contract'
import type { Api } from '../../platform/api.ts'
import { isCurrent } from '../people.ts'
import { saveChat } from './save-chat.ts'

type Base = Pick<Chat, 'id' | 'name' | 'numberId' | 'members' | 'relay' | 'version'>

/** Adds people to a chat. Retries if someone else has changed the chat in the meantime, and keeps their change. */
export async function addMembers(api: Api, base: Base, added: readonly MemberId[]): Promise<Chat> {
  let body = bodyWith(base, added)
  return saveChat(api, {
    base,
    save: (headers) => api.call('chats.update', { params: { chatId: base.id }, body, headers }),
    review(now) {
      body = bodyWith(now, added)
      const ids = now.members.filter(isCurrent).map(({ id }) => id)
      return added.every((id) => ids.includes(id)) ? now : null
    },
  })
}

function bodyWith({ name, numberId, relay, members }: Base, added: readonly MemberId[]): CallBody<'chats.update'> {
  const ids = members.filter(isCurrent).map(({ id }) => id)
  return { name, numberId, relay, memberIds: [...new Set([...ids, ...added])], moveMembers: false }
}
