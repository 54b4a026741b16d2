import type { ChatId, MemberId, Message, MessageId, RealtimeEvent } from '@partyline/contract'
import { recordDeed } from '../../audit/index.ts'
import { assertMayWrite } from '../../chats/index.ts'
import type { Chats, StoredChat } from '../../chats/index.ts'
import { assertCountriesAllowed } from '../../numbers/index.ts'
import { AppError, currentRequestId } from '../../platform/index.ts'
import type { Caller, Clock, Database, Queries, Topic } from '../../platform/index.ts'
import type { Tenants } from '../../tenants/index.ts'
import {
  deliveriesToPhones,
  dismissFailures,
  isFailure,
  oneForEachMember,
  REPEATABLE,
  requeueDelivery,
} from '../../transcript/index.ts'
import type { StoredDelivery, Transcript } from '../../transcript/index.ts'
import { presentMove, presentRecord, recordMove } from '../record-move.ts'
import { phonesOf } from './compose-message.ts'

const NOTHING_TO_REPEAT =
  'Nothing to send again: the text is on its way, has arrived, or the contact has left the chat.'
const NOT_UNKNOWN = 'It is already known what became of this text.'

type Parts = {
  database: Database
  clock: Clock
  chats: Chats
  transcript: Transcript
  tenants: Pick<Tenants, 'find'>
  announcements: Topic<readonly RealtimeEvent[]>
}

export type Again = ReturnType<typeof createAgain>

/** What a person decides about texts that did not arrive, or of which it is not known. Never done by itself. */
export function createAgain({ database, clock, chats, transcript, tenants, announcements }: Parts) {
  async function change(
    caller: Caller,
    { chatId, messageId }: { chatId: ChatId; messageId: MessageId },
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

  /** Those of the deliveries that did not arrive go into the queue again, where the phone is still in the chat. */
  async function repeat(trx: Queries, chat: StoredChat, deliveries: readonly StoredDelivery[]) {
    const { tenantId } = chat
    const present = new Set(phonesOf(chat).map(({ memberId }) => memberId))
    const repeatable = deliveries.filter(({ status, memberId }) => REPEATABLE.includes(status) && present.has(memberId))
    const tenant = await tenants.find(tenantId, trx)
    const numbers = repeatable.flatMap(({ toNumber }) => toNumber ?? [])
    assertCountriesAllowed(numbers, tenant?.allowedCountries ?? null)
    const queued = []
    const asked = { at: clock.now(), requestId: currentRequestId() }
    for (const { id } of repeatable) queued.push(await requeueDelivery(trx, tenantId, { id, ...asked }))
    const changed = []
    for (const delivery of oneForEachMember(queued.filter((one) => one !== null))) {
      changed.push(await presentMove(trx, delivery))
    }
    if (changed.length === 0) throw new AppError('conflict', { message: NOTHING_TO_REPEAT })
    return [await chats.recordDeliveries(trx, chat, { changed, concernsFailures: true })]
  }

  return {
    /** @throws {AppError} not-found, not-a-member, conflict */
    sendAgain: (
      caller: Caller,
      { memberId, ...message }: { chatId: ChatId; messageId: MessageId; memberId: MemberId },
    ) => change(caller, message, (trx, chat, deliveries) => repeat(trx, chat, partsTo(memberId, deliveries))),

    /** The failed ones only: of each unknown one a person decides by itself. @throws {AppError} not-found, not-a-member, conflict */
    sendFailedAgain: (caller: Caller, message: { chatId: ChatId; messageId: MessageId }) =>
      change(caller, message, (trx, chat, deliveries) => {
        const failed = deliveries.filter(({ status }) => status !== 'unknown')
        return repeat(trx, chat, failed)
      }),

    /** Nothing happens where nothing failed. @throws {AppError} not-found, not-a-member */
    dismissFailure: (caller: Caller, message: { chatId: ChatId; messageId: MessageId }) =>
      change(caller, message, async (trx, chat) => {
        const { tenantId } = caller
        const { messageId } = message
        if (!(await dismissFailures(trx, tenantId, { messageId, at: clock.now() }))) return []
        const records = oneForEachMember(await deliveriesToPhones(trx, tenantId, messageId))
        const changed = records.filter(({ status }) => isFailure(status)).map(presentRecord)
        return [await chats.recordDeliveries(trx, chat, { changed, concernsFailures: true })]
      }),

    /** @throws {AppError} not-found, not-a-member, conflict */
    markSent: (
      caller: Caller,
      { memberId, ...message }: { chatId: ChatId; messageId: MessageId; memberId: MemberId },
    ) =>
      change(caller, message, async (trx, { tenantId, chatId, members }, deliveries) => {
        const unknown = partsTo(memberId, deliveries).filter(({ status }) => status === 'unknown')
        if (unknown.length === 0) throw new AppError('conflict', { message: NOT_UNKNOWN })
        const events: RealtimeEvent[] = []
        const subject = members.find(({ id }) => id === memberId)?.name ?? ''
        await recordDeed(trx, caller, { kind: 'markedAsSent', at: clock.now(), subject })
        for (const { id } of unknown) {
          const move = { id, status: 'sent', at: clock.now(), checkAt: null } as const
          await recordMove(trx, { chats, events }, { tenantId, chatId, ...move })
        }
        return events
      }),
  }
}

function partsTo(memberId: MemberId, deliveries: readonly StoredDelivery[]): StoredDelivery[] {
  const parts = deliveries.filter((candidate) => candidate.memberId === memberId)
  if (parts.length === 0) throw new AppError('not-found')
  return parts
}
