import { eventWithoutData } from '@partyline/contract'
import type { ChatChange, NumberId, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Numbers } from '../numbers/index.ts'
import type { Clock, Database, Handlers, Loop, Queries, Topic } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { createChatChanges } from './chat-changes-service.ts'
import type { ChatChanges } from './chat-changes-service.ts'
import { changesOf } from './chat-changes-store.ts'
import type { ChangesPage } from './chat-changes-store.ts'
import { createChatState } from './chat-state-service.ts'
import { createChatRecords } from './chat-records-service.ts'
import type { ChatRecords } from './chat-records-service.ts'
import { countOpenChats } from './chats-store.ts'
import { lockChatsOf, refreshChatsOf } from './list-fields-store.ts'
import { createPendingRecords } from './pending-service.ts'
import type { PendingRecords } from './pending-service.ts'
import { memberIdOf } from './stored-chat.ts'
import type { StoredChat } from './stored-chat.ts'
import { chatViewRoutes } from './chat-views-service.ts'
import { createGetChat, inboxRoutes } from './inbox-service.ts'
import { createOpenChat } from './open-chat.ts'
import type { OpenChat } from './open-chat.ts'
import { createPhones } from './phones-service.ts'
import { createTwinMerges } from './twins-service.ts'
import type { TwinMerges } from './twins-service.ts'

type Parts = {
  database: Database
  clock: Clock
  numbers: Pick<Numbers, 'findLine' | 'listInUse' | 'requireTextable'>
  transcript: Transcript
  announcements: Topic<readonly RealtimeEvent[]>
  log: Pick<FastifyBaseLogger, 'error'>
}

/** The chats as other domains use them. */
export type Chats = Omit<ChatRecords, 'lockAll'> &
  PendingRecords &
  Pick<
    ChatChanges,
    | 'join'
    | 'joinKey'
    | 'lockOpenChatOf'
    | 'createInboundChat'
    | 'removeContactFromOpenChats'
    | 'followContact'
    | 'recordRelayPause'
  > & {
    /** Opens snoozed chats when their time has come. */
    snoozeLoop: Loop
    twinMerges: TwinMerges
    countOpen(tenantId: TenantId): Promise<number>
    /** Oldest first. */
    changesOf(chat: Pick<StoredChat, 'tenantId' | 'chatId'>, page: ChangesPage): Promise<ChatChange[]>
    /**
     * Renames, enables or disables a user or contact by `change`, which changes how their chats look and sort. Part of
     * the caller's transaction. Call `announceList` after the commit.
     */
    changePerson<Result>(
      trx: Queries,
      person: { tenantId: TenantId; id: UserId | NumberId },
      change: () => Promise<Result>,
    ): Promise<Result>
    /** Too much changed to send: the tenant's clients refetch their lists. */
    announceList(tenantId: TenantId): void
    open: OpenChat
    /** The `chats.*` calls, except `chats.create`, which may write a message, and `chats.export`. */
    routes: Pick<Handlers, ChatCall>
  }

type ChatCall = Exclude<Extract<keyof Handlers, `chats.${string}`>, 'chats.create' | 'chats.export'>

export function createChats({ database, clock, numbers, transcript, announcements, log }: Parts): Chats {
  const records = createChatRecords({ transcript, clock })
  const changes = createChatChanges({ records, numbers, clock })
  const phones = createPhones({ database, numbers, records, changes, announcements })
  const chatState = createChatState({ database, clock, log, transcript, records, changes, announcements })
  const getChat = createGetChat({ database, records, transcript })
  const parts = { database, clock, numbers, transcript, records, changes, phones, announcements, getChat }
  return {
    ...records,
    ...createPendingRecords({ transcript, clock }),
    ...changes,
    snoozeLoop: chatState.snoozeLoop,
    twinMerges: createTwinMerges({ database, clock, records, changes }),
    countOpen: (tenantId) => countOpenChats(database.queries, tenantId),
    changesOf: (chat, page) => changesOf(database.queries, chat, page),
    async changePerson(trx, { tenantId, id }, change) {
      await lockChatsOf(trx, tenantId, memberIdOf(id))
      const result = await change()
      await refreshChatsOf(trx, tenantId, memberIdOf(id))
      return result
    },
    announceList: (tenantId) => announcements.publish([eventWithoutData(tenantId, 'ChatUpdated')]),
    open: createOpenChat(parts),
    routes: { ...inboxRoutes(parts), ...chatViewRoutes(parts), ...chatState.routes },
  }
}
