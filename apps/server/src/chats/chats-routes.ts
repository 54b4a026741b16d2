import type { CallBody, CallForm } from '@partyline/contract'
import { invalid, untilClosed } from '../platform/index.ts'
import { searchHeaders } from '../transcript/index.ts'
import type { Handlers } from '../platform/index.ts'
import type { ChatViews } from './chat-views-service.ts'
import type { Inbox } from './inbox-service.ts'
import type { NewChat, NewChats } from './changes/new-chat-service.ts'
import { idempotencyKeyOf } from './idempotency/idempotency-key.ts'

type Services = { inbox: Inbox; newChats: NewChats; views: ChatViews }

export function chatRoutes({ inbox, newChats, views }: Services) {
  return {
    'chats.search': async ({ caller, body, reply }) => {
      const { chats, ...place } = await inbox.search(caller, body, untilClosed(reply))
      void reply.headers(searchHeaders(place))
      return chats
    },
    'chats.unreadTotal': ({ caller }) => inbox.unreadTotal(caller),
    'chats.create': ({ caller, body, form, request }) =>
      newChats.create(caller, form ? fromForm(form) : fromJson(body), idempotencyKeyOf(request.headers)),
    'chats.get': ({ caller, params }) => inbox.get(caller, params.chatId),
    'chats.changes': ({ caller, params, query }) => inbox.changes(caller, params.chatId, query),
    'chats.update': ({ caller, params, body, request }) =>
      inbox.update(caller, params.chatId, { ...body, expectedVersion: versionOf(request.headers['if-match']) }),
    'chats.delete': ({ caller, params }) => inbox.archive(caller, params.chatId),
    'chats.join': ({ caller, params }) => inbox.join(caller, params.chatId),
    'chats.leave': ({ caller, params }) => inbox.leave(caller, params.chatId),
    'chats.removeMember': ({ caller, params }) => inbox.removeMember(caller, params.chatId, params.memberId),
    'chats.viewChat': async ({ caller, params }) => {
      await views.viewChat(caller, params.chatId)
      return undefined
    },
    'chats.viewMessages': async ({ caller, params, body: { messageIds, asRead } }) => {
      if (asRead) await views.readMessages(caller, params.chatId, messageIds)
      else await views.unreadMessages(caller, params.chatId, messageIds)
      return undefined
    },
  } satisfies Partial<Handlers>
}

function fromJson({ message = '', media, ...chat }: CallBody<'chats.create'>): NewChat {
  const uploads = media.map(({ base64, ...file }) => ({ ...file, bytes: Buffer.from(base64, 'base64') }))
  return { ...chat, text: message, media: uploads }
}

function fromForm(form: NonNullable<CallForm<'chats.create'>>): NewChat {
  return {
    numberId: form.NumberId,
    name: form.Name,
    memberIds: form.MemberIds,
    relay: form.Relay,
    moveMembers: form.MoveMembers,
    text: form.Message ?? '',
    media: form.Media,
  }
}

/** `If-Match: "7"`; the quotation marks may be left out. Null: any version will do. */
function versionOf(header: string | undefined): number | null {
  if (header === undefined || header === '*') return null
  const version = /^"?(\d{1,15})"?$/.exec(header)?.[1]
  if (!version) throw invalid({ 'If-Match': ['If-Match should be the version of the chat.'] })
  return Number(version)
}
