import type { RealtimeEvent } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Chats } from '../chats/index.ts'
import type { Consents } from '../consent/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Media } from '../media/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Clock, Database, Handlers, Loop, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { consentRequestRoutes } from './consent-request.ts'
import { createMessageWriter } from './message-writer.ts'
import { openChatRoutes } from './open-chat.ts'
import { pendingRoutes } from './pending-routes.ts'
import { readingRoutes } from './reading-service.ts'
import { createPendingRelease } from './release-pending.ts'
import { createSendMessage } from './send-message.ts'

type Parts = {
  database: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  tenants: Tenants
  media: Media
  transcript: Transcript
  numbers: Pick<Numbers, 'findLine'>
  consents: Consents
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
}

type MessageCall = 'list' | 'files' | 'send' | 'unread' | 'search' | 'scheduled' | 'cancel' | 'reschedule'

type Messages = {
  routes: Pick<Handlers, 'chats.create' | 'consent.ask' | `messages.${MessageCall}`>
  /** Sends pending messages when their time has come. */
  releaseLoop: Loop
}

export function createMessages(parts: Parts): Messages {
  const { loop, onPending } = createPendingRelease({ ...parts, release: (due) => writer.release(due) })
  const writer = createMessageWriter({ ...parts, onPending })
  const { routes, prepareFirst } = createSendMessage({ ...parts, writer })
  return {
    routes: {
      ...openChatRoutes({ ...parts, prepareFirst }),
      ...routes,
      ...consentRequestRoutes({ ...parts, writer }),
      ...pendingRoutes({ ...parts, writer }),
      ...readingRoutes(parts),
    },
    releaseLoop: loop,
  }
}
