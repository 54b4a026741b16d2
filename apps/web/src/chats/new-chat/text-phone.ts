import type { ChatId, ContactPhone } from '@partyline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isCurrent } from '../../core/people.ts'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { newChatId } from '../../platform/new-chat-id.ts'
import { errorModal, openModal } from '../../ui/index.ts'
import { phoneCandidate } from '../chat-form/candidates.ts'
import { usualLine } from '../usual-line.ts'
import { newChatDraftsOf } from './new-chat-draft.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'

/** More than the lines on which a phone is texted. */
const MAX_CHATS = 20

type Parts = { api: Api; client: QueryClient; owner: string }

/**
 * The chat with a phone: on the person's usual line, or else the latest one. Without one, a new chat with the phone begins.
 * Null: it failed, and a modal says why.
 */
export async function textPhone(phone: ContactPhone, { api, client, owner }: Parts): Promise<ChatId | null> {
  const memberId = phone.id as string
  try {
    const [lines, found] = await Promise.all([
      client.ensureQueryData(twilioNumbersQuery(api)),
      api.call('chats.search', { body: { mode: 'all', memberId, enabled: true, limit: MAX_CHATS } }),
    ])
    const line = usualLine(lines, owner)
    const chats = found.filter(({ members }) => members.some((one) => one.id === memberId && isCurrent(one)))
    const chat = chats.find(({ numberId }) => numberId === line?.id) ?? chats[0]
    if (chat) return chat.id
    const id = newChatId()
    const { disabled, optedOutOf } = phone
    const optedOut = line !== undefined && optedOutOf.includes(line.name)
    newChatDraftsOf(owner)
      .of(id)
      .choose({ recipients: [{ ...phoneCandidate(phone), disabled, optedOut }] })
    return id
  } catch (error) {
    openModal(errorModal, { title: NEW_CHAT_TEXTS.openFailed, message: errorText(error) })
    return null
  }
}
