import type { Chat, MemberId, NumberId } from '@partyline/contract'
import { ApiError } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import type { Outgoing } from '../../core/outbox/outgoing.ts'
import { messageForm } from '../../core/outbox/post-outgoing.ts'
import type { Candidate } from '../chat-form/candidates.ts'
import { phoneCandidate } from '../chat-form/candidates.ts'
import { holderOf, holderText } from '../chat-form/number-holder.ts'
import type { Attempt } from './new-chat-draft.ts'
import type { Recipient } from './recipients.ts'

/** A chat with its first message. */
export type NewChat = Pick<Outgoing, 'text' | 'files'> & {
  numberId: NumberId
  name: string
  autoName: boolean
  members: readonly Candidate[]
  relay: boolean | null
  moveMembers: boolean
}

/** Creates contacts for new numbers, and returns all recipients. Rejected ones have the reason. */
export function addContacts(api: Api, recipients: readonly Recipient[]): Promise<Recipient[]> {
  return Promise.all(recipients.map(async (one) => (one.isNewNumber ? addContact(api, one) : one)))
}

/** Creates contacts for new numbers, and returns the members' IDs. @throws {Error} with the reason if one is rejected */
export async function withContacts(
  api: Api,
  memberIds: readonly MemberId[],
  recipients: readonly Recipient[],
): Promise<MemberId[]> {
  const wanted = recipients.filter(({ id }) => memberIds.includes(id))
  const contacts = await addContacts(api, wanted)
  const [refused] = contacts.flatMap(({ barred }) => barred ?? [])
  if (refused !== undefined) throw new Error(refused)
  const idOf = new Map(wanted.map(({ id }, at) => [id, contacts[at]?.id ?? id]))
  return memberIds.map((id) => idOf.get(id) ?? id)
}

async function addContact(api: Api, recipient: Recipient): Promise<Recipient> {
  const { number, name } = recipient
  if (number === null) return recipient
  try {
    const [added] = await api.call('numbers.addMobile', { body: { number, name } })
    return added ? phoneCandidate(added) : recipient
  } catch (error) {
    const holder = await holderOf(api, number, error)
    if (holder) return { ...phoneCandidate(holder), ...(holder.disabled && { barred: holderText(holder) }) }
    const reasons = error instanceof ApiError ? error.errors['number'] : undefined
    if (!reasons) throw error
    return { ...recipient, barred: reasons.join(' ') }
  }
}

/** Creates the chat with its first message. A repeated attempt doesn't create another. */
export function createChat(api: Api, chat: NewChat, { key, timing }: Attempt): Promise<Chat> {
  const form = messageForm({ ...chat, timing })
  form.set('NumberId', chat.numberId)
  form.set('Name', chat.name)
  form.set('AutoName', String(chat.autoName))
  for (const { id } of chat.members) form.append('MemberIds', id)
  if (chat.relay !== null) form.set('Relay', String(chat.relay))
  form.set('MoveMembers', String(chat.moveMembers))
  return api.call('chats.create', { form, headers: { 'Idempotency-Key': key } })
}

/** Two chats with the same content are the same attempt. */
export function contentOf({ members, files, ...chat }: NewChat): string {
  return JSON.stringify([chat, members.map(({ id }) => id), files.map(({ id }) => id)])
}
