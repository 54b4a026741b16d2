import { EVENT_AREAS } from '@partyline/contract'
import type {
  ChatChange,
  ChatChanged,
  ChatId,
  DeliveriesChanged,
  MessageAdded,
  PendingChanged,
  RealtimeEvent,
  TenantId,
} from '@partyline/contract'

/** Which chat changed, and its version after the change. */
type Change = { tenantId: TenantId; chatId: ChatId; version: number }

type ChatEventKind = 'ChatCreated' | 'ChatUpdated' | 'MemberAddedToChat' | 'MemberRemovedFromChat' | 'ChatArchived'

export function messageAdded({ tenantId, chatId, version }: Change, data: MessageAdded): RealtimeEvent {
  return { tenantId, chatId, version, area: 'ChatContent', kind: 'MessageAddedToChat', data }
}

export function deliveriesChanged({ tenantId, chatId, version }: Change, data: DeliveriesChanged): RealtimeEvent {
  return { tenantId, chatId, version, area: 'ChatContent', kind: 'DeliveryStatusUpdated', data }
}

export function pendingChanged({ tenantId, chatId, version }: Change, data: PendingChanged): RealtimeEvent {
  return { tenantId, chatId, version, area: 'ChatList', kind: 'ChatUpdated', data }
}

/** A change before it is recorded: its transaction adds the id, time, and author. */
export type NewChatChange = ChatChange extends infer Change
  ? Change extends ChatChange
    ? Omit<Change, 'id' | 'at' | 'by'>
    : never
  : never

/** One way in which a chat changed, and the lines that tell of it. */
export type ChatStep<Told> = { kind: ChatEventKind; changes: readonly Told[] }

/** The chat as it is after all steps, once for each of them, each one version higher: the last is the chat's. */
export function chatChanged(
  { tenantId, chatId, version }: Change,
  steps: readonly ChatStep<ChatChange>[],
  data: Omit<ChatChanged, 'changes'>,
): RealtimeEvent[] {
  return steps.map(({ kind, changes }, index) => ({
    tenantId,
    chatId,
    version: version - (steps.length - 1 - index),
    area: EVENT_AREAS[kind],
    kind,
    data: { ...data, changes: [...changes] },
  }))
}
