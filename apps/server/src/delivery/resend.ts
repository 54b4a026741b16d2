import type { ChatId, MemberId, Message, MessageId, RealtimeEvent } from '@partyline/contract'
import { recordAuditEntry } from '../audit/index.ts'
import { assertMayWrite } from '../chats/index.ts'
import type { Chats, StoredChat } from '../chats/index.ts'
import { assertCountriesAllowed } from '../numbers/index.ts'
import { AppError, currentRequestId } from '../platform/index.ts'
import type { Caller, Clock, Database, Handlers, Queries, Topic } from '../platform/index.ts'
import type { Tenants } from '../tenants/index.ts'
import {
  deliveriesToPhones,
  dismissFailures,
  isFailure,
  oneForEachMember,
  requeueDelivery,
} from '../transcript/index.ts'
import type { StoredDelivery, Transcript } from '../transcript/index.ts'
import { presentMove, presentRecord, recordMove } from './record-move.ts'
import { phonesOf } from './compose-deliveries.ts'
import type { QueuedText } from './queue-store.ts'

const NOTHING_TO_REPEAT =
  'Nothing to send again: the text is on its way, has arrived, or the contact has left the chat.'
const NOT_UNKNOWN = 'The status of this text is already known.'

type Parts = {
  database: Database
  clock: Clock
  chats: Chats
  transcript: Transcript
  tenants: Pick<Tenants, 'find'>
  announcements: Topic<readonly RealtimeEvent[]>
  textsQueued: Topic<readonly QueuedText[]>
}

type MessageInChat = { chatId: ChatId; messageId: MessageId }

/** The calls by which a person decides about texts that failed or may have failed. Nothing is resent automatically. */
export function resendRoutes({ database, clock, chats, transcript, tenants, announcements, textsQueued }: Parts) {
  /** Changes deliveries of a message in its locked chat. @throws {AppError} not-found, not-a-member */
  async function change(
    caller: Caller,
    { chatId, messageId }: MessageInChat,
    work: (trx: Queries, chat: StoredChat, deliveries: StoredDelivery[]) => Promise<RealtimeEvent[]>,
  ): Promise<Message> {
    const { tenantId } = caller
    const events = await database.transaction(async (trx) => {
      const chat = await chats.lock(trx, tenantId, chatId)
      await transcript.requireInChat(trx, chat, messageId)
      assertMayWrite(caller, chat)
      return work(trx, chat, await deliveriesToPhones(trx, tenantId, messageId))
    })
    announcements.publish(events)
    const message = (await transcript.byIds(database.queries, tenantId, [messageId])).get(messageId)
    if (!message) throw new AppError('not-found')
    return message
  }

  /** Queues the ones that did not arrive and whose phone is still in the chat. @throws {AppError} conflict */
  async function requeue(trx: Queries, chat: StoredChat, deliveries: readonly StoredDelivery[]) {
    const { tenantId } = chat
    const present = new Set(phonesOf(chat).map(({ memberId }) => memberId))
    const asked = { at: clock.now(), requestId: currentRequestId() }
    const queued: StoredDelivery[] = []
    for (const { id, memberId } of deliveries) {
      const delivery = present.has(memberId) && (await requeueDelivery(trx, tenantId, { id, ...asked }))
      if (delivery) queued.push(delivery)
    }
    if (queued.length === 0) throw new AppError('conflict', { message: NOTHING_TO_REPEAT })
    const tenant = await tenants.find(tenantId, trx)
    const numbers = queued.flatMap(({ toNumber }) => toNumber ?? [])
    assertCountriesAllowed(numbers, tenant?.allowedCountries ?? null)
    const changed = []
    for (const delivery of oneForEachMember(queued)) changed.push(await presentMove(trx, delivery))
    return [await chats.recordDeliveries(trx, chat, { changed, concernsFailures: true })]
  }

  /** Puts deliveries back into the queue, and wakes the worker once that is committed. */
  async function resend(
    caller: Caller,
    message: MessageInChat,
    choose: (deliveries: StoredDelivery[]) => readonly StoredDelivery[],
  ): Promise<Message> {
    const changed = await change(caller, message, (trx, chat, deliveries) => requeue(trx, chat, choose(deliveries)))
    textsQueued.publish([{ tenantId: caller.tenantId }])
    return changed
  }

  return {
    'messages.sendAgain': ({ caller, params: { memberId, ...message } }) =>
      resend(caller, message, (deliveries) => partsTo(memberId, deliveries)),

    // Without the unknown ones: a person decides about each of them.
    'messages.sendFailedAgain': ({ caller, params }) =>
      resend(caller, params, (deliveries) => deliveries.filter(({ status }) => status !== 'unknown')),

    'messages.dismissFailure': ({ caller, params }) =>
      change(caller, params, async (trx, chat) => {
        const { tenantId } = caller
        const { messageId } = params
        if (!(await dismissFailures(trx, tenantId, { messageId, at: clock.now() }))) return []
        const records = oneForEachMember(await deliveriesToPhones(trx, tenantId, messageId))
        const changed = records.filter(({ status }) => isFailure(status)).map(presentRecord)
        return [await chats.recordDeliveries(trx, chat, { changed, concernsFailures: true })]
      }),

    'messages.markSent': ({ caller, params: { memberId, ...message } }) =>
      change(caller, message, async (trx, { tenantId, chatId, members }, deliveries) => {
        const unknown = partsTo(memberId, deliveries).filter(({ status }) => status === 'unknown')
        if (unknown.length === 0) throw new AppError('conflict', { message: NOT_UNKNOWN })
        const events: RealtimeEvent[] = []
        const subject = members.find(({ id }) => id === memberId)?.name ?? ''
        await recordAuditEntry(trx, caller, { kind: 'markedAsSent', at: clock.now(), subject, about: memberId })
        for (const { id } of unknown) {
          const move = { id, status: 'sent', at: clock.now(), checkAt: null } as const
          await recordMove(trx, events, { tenantId, chatId, ...move })
        }
        return events
      }),
  } satisfies Partial<Handlers>
}

function partsTo(memberId: MemberId, deliveries: readonly StoredDelivery[]): StoredDelivery[] {
  const parts = deliveries.filter((candidate) => candidate.memberId === memberId)
  if (parts.length === 0) throw new AppError('not-found')
  return parts
}
