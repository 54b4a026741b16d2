import type { ChatId, NumberId, RealtimeEvent, TenantId } from '@partyline/contract'
import { sql } from 'kysely'
import { createChats } from '../../chats/index.ts'
import { createNumbers } from '../../numbers/index.ts'
import { createConsents } from '../../consent/consent-service.ts'
import { createKeyring, createTopic, newId, systemClock } from '../../platform/index.ts'
import type { Database } from '../../platform/index.ts'
import { createTenants } from '../../tenants/index.ts'
import { createTranscript } from '../../transcript/index.ts'
import { createUsers } from '../../users/index.ts'
import { createAutomaticReplies } from '../automatic-replies.ts'
import { createInboundWriter } from '../inbound-writer.ts'

export const ACCOUNT = 'AC1'
export const DESK = '+12025550100'

const fail = (error: unknown) => {
  throw error
}
const uncalled = () => fail(new Error('Not part of this.'))

/** The services that routing needs, and a tenant whose only line in use is the front desk. */
export async function createInboundTenant(database: Database) {
  const tenantId = newId<TenantId>()
  const numberId = newId<NumberId>()
  const clock = systemClock
  const announcements = createTopic<readonly RealtimeEvent[]>(fail)
  const keyring = createKeyring([{ id: 'test', key: Buffer.alloc(32) }])
  const tenants = createTenants({ database, keyring, clock, suspended: createTopic(fail) })
  const users = createUsers({ database, clock, sessions: { shutOut: uncalled } })
  const numbers = createNumbers({
    database,
    tenants,
    users,
    clock,
    announcements,
    recallOptOuts: async () => {},
    handOverConsent: async () => {},
  })
  const transcript = createTranscript({ presentFile: uncalled })
  const chats = createChats({ database, clock, log: { error: fail }, numbers, transcript, announcements })
  const consents = createConsents({ database, clock, chats, announcements })
  const writer = createInboundWriter({ clock, chats })
  const planReply = createAutomaticReplies({ clock, tenants, chats })
  await tenants.create(database.queries, { tenantId, name: 'Clinic', domain: '' })
  await tenants.setTwilioAccount(tenantId, { accountSid: ACCOUNT, authToken: 'secret' })
  // A number is in use by at most one tenant.
  await sql`update lines set in_use = false`.execute(database.queries)
  await sql`insert into lines (tenant_id, number_id, sid, number, name, in_use, created_at)
    values (${tenantId}, ${numberId}, 'PN1', ${DESK}, 'Desk', true, now())`.execute(database.queries)
  const addPhone = (number: string) =>
    numbers.addMobile({ tenantId, userId: null }, { number, name: `Phone ${number}` })
  return {
    tenantId,
    /** The front desk. */
    numberId,
    /** The domains. */
    parts: { clock, tenants, numbers, chats, consents, writer, planReply },
    addPhone,

    async openChat(name: string, phones: readonly string[]): Promise<ChatId> {
      const chatId = newId<ChatId>()
      await sql`insert into chats (tenant_id, chat_id, number_id, name, version, last_message_at, created_at)
        values (${tenantId}, ${chatId}, ${numberId}, ${name}, 0, now(), now())`.execute(database.queries)
      for (const phone of phones) {
        const { id } = await addPhone(phone)
        await sql`
          insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, holds_number_id)
          values (${tenantId}, ${chatId}, ${id}, 'ExternalMobile', now(), now(), ${numberId})`.execute(database.queries)
      }
      return chatId
    },

    /** The texts of each chat by its name, in their order. */
    async transcripts(): Promise<Record<string, string[]>> {
      const { rows } = await sql<{ name: string; texts: string[] }>`
        select c.name, array_agg(m.text order by m.message_id) as texts
        from chats c join messages m using (tenant_id, chat_id)
        where c.tenant_id = ${tenantId} group by c.chat_id, c.name`.execute(database.queries)
      return Object.fromEntries(rows.map(({ name, texts }) => [name, texts]))
    },

    /** How many stored texts are not routed yet. */
    waiting: async (): Promise<number> => {
      const { rows } =
        await sql`select from provider_events where tenant_id = ${tenantId} and processed_at is null`.execute(
          database.queries,
        )
      return rows.length
    },
  }
}

export type InboundTenant = Awaited<ReturnType<typeof createInboundTenant>>
