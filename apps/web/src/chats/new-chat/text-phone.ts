import type { ChatId, ContactId, ContactPhone, NumberId } from '@partyline/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isCurrent } from '../../core/people.ts'
import { twilioNumbersQuery } from '../../numbers/index.ts'
import { errorText } from '../../platform/api-error.ts'
import type { Api } from '../../platform/api.ts'
import { newChatId } from '../../platform/new-chat-id.ts'
import { errorModal, openModal } from '../../ui/index.ts'
import { phoneCandidate } from '../chat-form/candidates.ts'
import { lineToText, usualLine } from '../usual-line.ts'
import { newChatDraftsOf } from './new-chat-draft.ts'
import { NEW_CHAT_TEXTS } from './new-chat-texts.ts'
import { isSamePhone } from './recipients.ts'

/** More than the lines on which a phone is texted. */
const MAX_CHATS = 20

type Parts = { api: Api; client: QueryClient; owner: string }

/**
 * The chat with a phone on a line that may text it: on the person's usual line, or else the latest one. Without one, a new chat
 * with the phone begins. Null: it failed, and a modal says why.
 */
export async function textPhone(
  { contactId, phone }: { contactId: ContactId; phone: ContactPhone },
  { api, client, owner }: Parts,
): Promise<ChatId | null> {
  const memberId = phone.id as string
  try {
    const [lines, consent, found] = await Promise.all([
      client.ensureQueryData(twilioNumbersQuery(api)),
      api.call('contacts.consent', { params: { contactId } }),
      api.call('chats.search', { body: { mode: 'all', memberId, enabled: true, limit: MAX_CHATS } }),
    ])
    const chats = found.filter(({ members }) => members.some((one) => one.id === memberId && isCurrent(one)))
    const known = consent.phones.filter(({ number }) => isSamePhone(number, phone.number))
    const optedOutOf = known
      .filter(({ state }) => state === 'refused' || state === 'revoked')
      .map(({ line }) => line.id)
    const agreedTo = known.filter(({ state }) => state === 'granted').map(({ line }) => line.id)
    const mayText = (numberId: NumberId) => !optedOutOf.includes(numberId)
    const usual = usualLine(lines, owner)
    const line = lineToText(lines, { usual, agreedTo, mayText })
    const textable = chats.filter(({ numberId }) => mayText(numberId))
    const chat =
      textable.find(({ numberId }) => numberId === usual?.id) ??
      textable[0] ??
      (line && mayText(line.id) ? undefined : chats[0])
    if (chat) return chat.id
    const id = newChatId()
    newChatDraftsOf(owner)
      .of(id)
      .choose({
        recipients: [{ ...phoneCandidate(phone), disabled: phone.disabled, optedOutOf }],
        numberId: line?.id ?? null,
      })
    return id
  } catch (error) {
    openModal(errorModal, { title: NEW_CHAT_TEXTS.openFailed, message: errorText(error) })
    return null
  }
}
