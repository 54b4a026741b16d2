import type { ChatId, NumberId, RealtimeEvent, TenantId, UserId } from '@partyline/contract'
import type { Numbers } from '../numbers/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../platform/index.ts'
import type { Transcript } from '../transcript/index.ts'
import { createChatChanges } from './changes/chat-changes-service.ts'
import { createChatRecords } from './rows/chat-records-service.ts'
import { listChanged } from './rows/chats-events.ts'
import { lockChatsOf, settleChatsOf } from './rows/list-fields-store.ts'
import { memberIdOf } from './rows/stored-chat.ts'
import { createChatViews } from './chat-views-service.ts'
import { chatRoutes } from './chats-routes.ts'
import { createInbox } from './inbox-service.ts'
import { createNewChats } from './changes/new-chat-service.ts'
import type { PrepareFirstMessage } from './changes/new-chat-service.ts'
import { createPhones } from './changes/phones-service.ts'

type Parts = {
  database: Database
  clock: Clock
  numbers: Pick<Numbers, 'findProviderNumber' | 'listInUse' | 'requireTextable'>
  transcript: Transcript
  announcements: Topic<readonly RealtimeEvent[]>
}

/** The chats as other domains use them. */
export type Chats = ReturnType<typeof createChats>

export function createChats({ database, clock, numbers, transcript, announcements }: Parts) {
  const records = createChatRecords({ transcript, clock })
  const changes = createChatChanges({ records, numbers, clock })
  const phones = createPhones({ database, numbers, records, changes, announcements })
  const inbox = createInbox({ database, clock, phones, transcript, records, changes, announcements })
  const views = createChatViews({ database, records, clock, announcements })
  const { find, hold, lock, lockAllOf, holdForMessages, addMessages, recordMedia, recordDeliveries, recordChange } =
    records
  const { findOpenChatOf, createInboundChat, removeMobileFromOpenChats, followContact, recordRelayPause } = changes
  return {
    find,
    hold,
    lock,
    lockAllOf,
    holdForMessages,
    addMessages,
    recordMedia,
    recordDeliveries,
    recordChange,
    findOpenChatOf,
    createInboundChat,
    removeMobileFromOpenChats,
    followContact,
    recordRelayPause,
    countOpen: inbox.countOpen,

    /** The author of a reply to an unclaimed chat joins it. Part of the transaction that writes the reply. */
    claim: (trx: Queries, caller: Caller, chatId: ChatId) => changes.join(trx, caller, chatId),

    /**
     * Renames, enables or disables a user or contact by `change`: their chats look and sort differently from then on.
     * Part of the caller's transaction, who calls `announceList` after the commit.
     */
    async changePerson<Result>(
      trx: Queries,
      { tenantId, id }: { tenantId: TenantId; id: UserId | NumberId },
      change: () => Promise<Result>,
    ): Promise<Result> {
      await lockChatsOf(trx, tenantId, memberIdOf(id))
      const result = await change()
      await settleChatsOf(trx, tenantId, memberIdOf(id))
      return result
    },

    /** The tenant's clients ask for their lists again. */
    announceList(tenantId: TenantId): void {
      announcements.publish([listChanged(tenantId)])
    },

    /** The `chats.*` calls. Who sends a first message sits above this domain, and is handed in. */
    routes(prepareFirstMessage: PrepareFirstMessage) {
      const parts = { database, clock, inbox, records, changes, phones, prepareFirstMessage }
      return chatRoutes({ inbox, newChats: createNewChats(parts), views })
    },
  }
}
