import type { ServerState, TenantId } from '@partyline/contract'
import { idempotencyKeyOf } from '../chats/index.ts'
import { untilClosed } from '../platform/index.ts'
import type { Handlers } from '../platform/index.ts'
import { searchHeaders } from '../transcript/index.ts'
import type { Again } from './outbound/again-service.ts'
import type { Sending } from './outbound/send-service.ts'
import type { Reading } from './reading-service.ts'

type Parts = {
  sending: Sending
  again: Again
  reading: Reading
  state: (tenantId: TenantId) => Promise<ServerState>
}

export function messageRoutes({ sending, again, reading, state }: Parts) {
  return {
    'messages.list': ({ caller, params, query }) => reading.page(caller, params.chatId, query),
    'messages.send': ({ caller, params, form, request }) =>
      sending.send(caller, params.chatId, { form, key: idempotencyKeyOf(request.headers) }),
    'messages.sendAgain': ({ caller, params }) => again.sendAgain(caller, params),
    'messages.sendFailedAgain': ({ caller, params }) => again.sendFailedAgain(caller, params),
    'messages.dismissFailure': ({ caller, params }) => again.dismissFailure(caller, params),
    'messages.markSent': ({ caller, params }) => again.markSent(caller, params),
    'messages.unread': ({ caller }) => reading.unread(caller),
    'settings.state': ({ caller }) => state(caller.tenantId),
    'settings.rejectedMessages': ({ caller }) => reading.rejected(caller),
    'settings.listMobileOptOuts': ({ caller, params }) => reading.optOuts(caller, params.numberId),
    'messages.search': async ({ caller, body, reply }) => {
      const { messages, ...place } = await reading.search(caller, body, untilClosed(reply))
      void reply.headers(searchHeaders(place))
      return messages
    },
  } satisfies Partial<Handlers>
}
