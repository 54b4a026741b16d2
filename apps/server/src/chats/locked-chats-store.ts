import type { ChatId, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import type { AllowedCountries } from '../numbers/index.ts'
import { PREPARED } from '../platform/index.ts'
import type { Queries } from '../platform/index.ts'
import type { KnownResult, RepeatableRequest } from './idempotency-store.ts'
import type { WritableChat } from './stored-chat.ts'

/** Everything needed to write messages of a tenant. */
export type LockedForMessages = {
  /** The chats that are open. */
  chats: WritableChat[]
  /** The requests that were already answered. */
  known: KnownResult[]
  addSignature: boolean
  assignOnReply: boolean
  allowedCountries: AllowedCountries
}

/**
 * Locks these chats until the transaction ends, also archived ones, in the order of their ids to avoid deadlocks, and reads what
 * is needed to write messages to the open ones, in one round trip.
 */
export async function lockForMessages(
  trx: Queries,
  tenantId: TenantId,
  { chatIds, requests }: { chatIds: readonly ChatId[]; requests: readonly RepeatableRequest[] },
): Promise<LockedForMessages> {
  const keys = requests.map(({ userId, call, key }) => ({ user_id: userId, call, key }))
  const { rows } = await sql<{ locked: LockedAsJson | null }>`${PREPARED}
    select lock_chats_for_messages(${tenantId}, ${chatIds}, ${JSON.stringify(keys)}) as locked`.execute(trx)
  const locked = rows[0]?.locked
  if (!locked) throw new Error(`There is no tenant ${tenantId} to write messages of.`)
  const { allowedCountries } = locked
  const readDate = (date: string | null) => (date === null ? null : new Date(date))
  const readMember = ({ addedOn, leftDirectoryAt, consentAskedAt, ...member }: MemberAsJson) => ({
    ...member,
    addedOn: new Date(addedOn),
    leftDirectoryAt: readDate(leftDirectoryAt),
    consentAskedAt: readDate(consentAskedAt),
    allowedCountries,
  })
  const readChat = ({ lastMessageAt, members, ...chat }: ChatAsJson) => ({
    ...chat,
    lastMessageAt: new Date(lastMessageAt),
    lastAutomaticAt: readDate(chat.lastAutomaticAt),
    waitingSince: readDate(chat.waitingSince),
    scheduledFor: readDate(chat.scheduledFor),
    snoozedUntil: readDate(chat.snoozedUntil),
    members: members.map(readMember),
  })
  return { ...locked, chats: locked.chats.map(readChat) }
}

type MemberAsJson = Omit<
  WritableChat['members'][number],
  'addedOn' | 'leftDirectoryAt' | 'consentAskedAt' | 'allowedCountries'
> & {
  addedOn: string
  leftDirectoryAt: string | null
  consentAskedAt: string | null
}
type NullableTime = 'lastAutomaticAt' | 'waitingSince' | 'scheduledFor' | 'snoozedUntil'
type ChatAsJson = Omit<WritableChat, 'members' | 'lastMessageAt' | NullableTime> &
  Record<NullableTime, string | null> & { lastMessageAt: string; members: MemberAsJson[] }
type LockedAsJson = Omit<LockedForMessages, 'chats'> & { chats: ChatAsJson[] }
