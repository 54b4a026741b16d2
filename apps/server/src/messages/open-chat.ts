import type { CallBody, CallForm, Upload } from '@partyline/contract'
import { fingerprintOf, idempotencyKeyOf } from '../chats/index.ts'
import type { Chats, NewChat } from '../chats/index.ts'
import { decodeFile } from '../media/index.ts'
import type { Caller, Handlers } from '../platform/index.ts'
import type { PrepareFirst } from './send-message.ts'

type Wanted = NewChat & { text: string; media: readonly Upload[]; holdSeconds: number }

type Parts = { chats: Pick<Chats, 'open'>; prepareFirst: PrepareFirst }

/** The call that opens a chat, with a first message if one is given. */
export function openChatRoutes({ chats, prepareFirst }: Parts) {
  function openChat(caller: Caller, wanted: Wanted, key: string | null) {
    const { text, media, holdSeconds, ...chat } = wanted
    const { numberId, name, autoName, relay, moveMembers } = chat
    const memberIds = [...new Set(chat.memberIds)]
    // Without these options, a request has the fingerprint that it had before they existed.
    const options = { ...(holdSeconds > 0 && { holdSeconds }), ...(autoName && { autoName }) }
    const fingerprint = fingerprintOf({ numberId, name, relay, moveMembers, text, memberIds, ...options }, media)
    const { tenantId, userId } = caller
    const request = key === null ? null : { tenantId, userId, call: 'chats.create' as const, key, fingerprint }
    const hasMessage = text !== '' || media.length > 0
    const prepare = () => prepareFirst(caller, { text, media, holdSeconds, key })
    return chats.open(caller, chat, { request, prepareFirst: hasMessage ? prepare : null })
  }

  return {
    'chats.create': ({ caller, body, form, request }) =>
      openChat(caller, form ? fromForm(form) : fromJson(body), idempotencyKeyOf(request.headers)),
  } satisfies Partial<Handlers>
}

function fromJson({ message = '', media, ...chat }: CallBody<'chats.create'>): Wanted {
  return { ...chat, text: message, media: media.map(decodeFile) }
}

function fromForm(form: NonNullable<CallForm<'chats.create'>>): Wanted {
  return {
    numberId: form.NumberId,
    name: form.Name,
    autoName: form.AutoName,
    memberIds: form.MemberIds,
    relay: form.Relay,
    moveMembers: form.MoveMembers,
    text: form.Message ?? '',
    media: form.Media,
    holdSeconds: form.HoldSeconds,
  }
}
