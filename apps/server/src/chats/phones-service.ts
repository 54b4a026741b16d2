import type { ChatId, MemberId, NumberId, RealtimeEvent, TenantId, TwilioNumber } from '@partyline/contract'
import type { Numbers } from '../numbers/index.ts'
import { AppError, invalid } from '../platform/index.ts'
import type { Database, Queries, Topic } from '../platform/index.ts'
import type { ChatChanges } from './chat-changes-service.ts'
import type { ChatRecords } from './chat-records-service.ts'
import { findHolders } from './members-store.ts'
import type { Holder } from './members-store.ts'
import type { StoredChat } from './stored-chat.ts'

/** The phones of a chat that is, or will be, on a number. */
export type PhonesOfChat = {
  tenantId: TenantId
  chatId: ChatId
  numberId: NumberId
  memberIds: readonly MemberId[]
  /** The advice if a phone is busy. Absent: use another line, or move it. */
  advice?: string
}

/** Announced changes of the chats that lost phones, and the phones' previous chats. */
type Vacated = { events: RealtimeEvent[]; moved: readonly Holder[] }

type Parts = {
  database: Database
  numbers: Pick<Numbers, 'findLine' | 'listInUse'>
  records: ChatRecords
  changes: ChatChanges
  announcements: Topic<readonly RealtimeEvent[]>
}

/** Enforces docs/product.md#one-open-chat-per-line-and-contact */
export type Phones = {
  /**
   * Commits and announces a change that gives phones to a chat. If one is in another open chat on the line, the error
   * names that chat. @throws {AppError} number-busy
   */
  commit(phones: PhonesOfChat, work: (trx: Queries) => Promise<RealtimeEvent[]>): Promise<void>
  /**
   * Locks the chat (null if it does not exist yet), and the chats that hold the phones, if these are to be moved.
   * `vacate` takes them out for the chat of that name, or refuses.
   * @throws {AppError} conflict if a phone was moved at the same time
   */
  lock(trx: Queries, phones: PhonesOfChat, moveMembers: boolean): Promise<LockedPhones>
  /** Refuses if one of the phones is in another open chat on the line. */
  assertFree(trx: Queries, phones: PhonesOfChat): Promise<void>
  /** @throws {AppError} validation, with the given message, unless it is a number of the tenant */
  requireNumber(trx: Queries, wanted: Pick<PhonesOfChat, 'tenantId' | 'numberId'>, words: string): Promise<void>
}

type LockedPhones = {
  chat: StoredChat | null
  vacate: (to: { name: string; by: MemberId }) => Promise<Vacated>
}

export function createPhones({ database, numbers, records, changes, announcements }: Parts): Phones {
  return {
    async commit(phones, work) {
      const events = await database.transaction(work).catch(async (error: unknown) => {
        if (!isAboutBusyPhones(error)) throw error
        throw await explainBusyPhones(database.queries, phones, await numbers.listInUse(phones.tenantId))
      })
      if (events.length > 0) announcements.publish(events)
    },

    async lock(trx, phones, moveMembers) {
      const expected = moveMembers ? await findOtherHolders(trx, phones) : []
      const locked = await records.lockAll(trx, phones.tenantId, [phones.chatId, ...expected.map((at) => at.chatId)])
      const chat = locked.find(({ chatId }) => chatId === phones.chatId) ?? null
      const vacate: LockedPhones['vacate'] = async ({ name, by }) => {
        const holders = await findOtherHolders(trx, phones)
        if (holders.length > 0 && !moveMembers) throw new PhonesAreBusy()
        const losing = locked.filter(({ chatId }) => holders.some((holder) => holder.chatId === chatId))
        if (!holders.every(({ chatId }) => losing.some((at) => at.chatId === chatId))) throw new AppError('conflict')
        const to = { id: phones.chatId, name }
        return { events: await changes.vacate(trx, losing, { holders, to, by }), moved: holders }
      }
      return { chat, vacate }
    },

    async assertFree(trx, phones) {
      if ((await findOtherHolders(trx, phones)).length > 0) throw new PhonesAreBusy()
    },

    async requireNumber(trx, { tenantId, numberId }, words) {
      const number = await numbers.findLine(trx, tenantId, numberId)
      if (!number) throw invalid({ numberId: [words] })
      if (!number.inUse) throw invalid({ numberId: ['This number is not in use. Please choose another one.'] })
    },
  }
}

/** Rolls back the transaction; the message for the person is looked up afterwards. */
class PhonesAreBusy extends Error {}

/** The unique index detects concurrent changes. */
function isAboutBusyPhones(error: unknown): boolean {
  if (error instanceof PhonesAreBusy) return true
  return error instanceof Error && 'constraint' in error && error.constraint === 'chat_members_one_open_chat'
}

/** Where these phones are in another open chat on the number. */
async function findOtherHolders(db: Queries, phones: PhonesOfChat): Promise<Holder[]> {
  const holders = await findHolders(db, phones.tenantId, phones.memberIds)
  return holders.filter(({ numberId, chatId }) => numberId === phones.numberId && chatId !== phones.chatId)
}

/** Says which chat holds which phone, and on which numbers they are free. */
async function explainBusyPhones(
  db: Queries,
  phones: PhonesOfChat,
  numbersInUse: readonly Pick<TwilioNumber, 'id' | 'name' | 'number'>[],
): Promise<AppError> {
  const busy = await findOtherHolders(db, phones)
  if (busy.length === 0) return new AppError('conflict')
  const busyIds = busy.map(({ memberId }) => memberId)
  const everywhere = await findHolders(db, phones.tenantId, busyIds)
  const free = numbersInUse.filter(({ id }) => !everywhere.some(({ numberId }) => numberId === id))
  return new AppError('number-busy', {
    message: busy
      .map(({ memberName, chatName }) => `${memberName} is already in the chat “${chatName}” on this number.`)
      .join(' '),
    details:
      phones.advice ??
      (free.length > 0
        ? `Free on: ${free.map(({ name, number }) => `${name} (${number})`).join(', ')}. You can also move the phone here.`
        : 'No other number is free. You can move the phone here.'),
  })
}
