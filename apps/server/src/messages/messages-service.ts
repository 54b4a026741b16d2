import type { RealtimeEvent } from '@partyline/contract'
import type { Chats, PrepareFirstMessage } from '../chats/index.ts'
import type { QueuedText } from '../delivery/index.ts'
import type { Media } from '../media/index.ts'
import type { Clock, Database, Handlers, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { readingRoutes } from './reading-service.ts'
import { createSendMessage } from './send-message.ts'

type Parts = {
  database: Database
  clock: Clock
  tenants: Tenants
  media: Media
  transcript: Transcript
  chats: Chats
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
}

type Messages = {
  routes: Pick<Handlers, 'messages.list' | 'messages.send' | 'messages.unread' | 'messages.search'>
  prepareFirst: PrepareFirstMessage
}

export function createMessages(parts: Parts): Messages {
  const { routes, prepareFirst } = createSendMessage(parts)
  return { routes: { ...routes, ...readingRoutes(parts) }, prepareFirst }
}
