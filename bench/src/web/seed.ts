import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { withPlainWords, withoutIndexes } from './bulk-load.ts'

export type Size = {
  readonly chats: number
  readonly messagesAChat: number
  /** Messages in the newest chat. */
  readonly messagesInLongChat: number
  /** At least those of the chats. */
  readonly contacts?: number
}

/** An empty tenant and its only user, who becomes a member of every second chat. */
export type Filling = Size & { readonly tenantId: string; readonly viewerId: string }

/** A contact has a chat on each line: a phone has one open chat per line. */
const LINES = 5
/** Intervals between the last messages of chats, and between messages of a chat. */
const CHAT_EVERY = `interval '20 seconds'`
const MESSAGE_EVERY = `interval '1 hour'`
/** Nobody has read the last message in each 20th of this many chats, as on a busy day in any organization. */
const RECENT_CHATS = 1_000
const PHRASES = 20_000

/** A UUIDv7 of the time `at` in the statement. */
const ID = `(overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)
  || '-7' || substr(gen_random_uuid()::text, 16))::uuid`

/** Those with the most rows. */
const TABLES = ['contacts', 'contact_cards', 'contact_phones', 'all_messages', 'deliveries']

/** Fills tenants with SQL statements. The database holds nothing else, and no server uses it. */
export async function fillTenants(pool: Pool, fillings: readonly Filling[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`select setseed(0.5)`)
    await addPhrases(client)
    await withoutIndexes(pool, client, TABLES, async () => {
      for (const [place, filling] of fillings.entries()) await fillTenant(client, filling, 9_000 + LINES * place)
    })
    await client.query(`drop table phrases`)
    await client.query(`vacuum analyze`)
  } finally {
    client.release()
  }
}

/** Some words are in many phrases, most in few. */
const addPhrases = (client: PoolClient) =>
  client.query(`create temporary table phrases as
    select n, (
      select string_agg(
        ('{ba,co,di,fu,ga,he,jo,ku,la,me,no,pi,ra,so,tu}'::text[])[1 + place % 15]
          || ('{n,rt,l,mb,st,v,ck,sh,ll,nd,rk,p,t,g,x}'::text[])[1 + place / 15 % 15]
          || ('{er,ing,o,a,ly,ment,ed,ion,ow,es,al,ity,ous,ant,y}'::text[])[1 + place / 225], ' ')
      from (select floor(power(random(), 3) * 3375)::int as place from generate_series(1, 3 + n % 7)) words
    ) as text
    from generate_series(0, ${PHRASES - 1}) n`)

/** Contacts as their trigger adds them, but all at once, and with a company, an email address, and tags. */
async function addContacts(client: PoolClient, tenantId: string, count: number) {
  await client.query(`alter table contacts disable trigger contacts_card`)
  await client.query(
    `insert into contacts (tenant_id, number_id, number, name, created_at)
     select $1, gen_random_uuid(), '+1303' || lpad(n::text, 7, '0'), 'Contact ' || n, now()
     from generate_series(1, $2::int) n`,
    [tenantId, count],
  )
  await client.query(
    `insert into contact_cards (tenant_id, contact_id, name, company, emails, tags, phones, created_at)
     select tenant_id, number_id, name, 'Company ' || n / 10, array['person' || n || '@example.com'],
       case when n % 7 = 0 then array['Insured'] else '{}' end, array[number], created_at
     from contacts cross join lateral (select right(number, 7)::int as n) numbered where tenant_id = $1`,
    [tenantId],
  )
  await client.query(
    `insert into contact_phones (tenant_id, number_id, contact_id)
     select tenant_id, number_id, number_id from contacts where tenant_id = $1`,
    [tenantId],
  )
  await client.query(`alter table contacts enable trigger contacts_card`)
}

const TEXT = `a.text || ' ' || b.text || case when key % 3 = 0 then ' thanks' else '' end
  || case when key % 97 = 0 then ' about the appointment' else '' end
  || case when key % 49999 = 7 then ' zebrafish' else '' end`

async function fillTenant(client: PoolClient, filling: Filling, firstLine: number) {
  const { tenantId, viewerId, chats, messagesAChat, messagesInLongChat, contacts = 0 } = filling
  const colleagueId = randomUUID()
  await client.query(
    `insert into users (tenant_id, user_id, name, role, created_at) values ($1, $2, 'Cora Colleague', 'User', now())`,
    [tenantId, colleagueId],
  )
  await client.query(
    `insert into lines (tenant_id, number_id, sid, number, name, in_use, created_at)
     select $1, gen_random_uuid(), 'PN' || n, '+1202555' || n, 'Desk ' || n, true, now()
     from generate_series($2::int, $3::int) n`,
    [tenantId, firstLine, firstLine + LINES - 1],
  )
  await addContacts(client, tenantId, Math.max(contacts, Math.ceil(chats / LINES)))
  const lineAndPhone = `from contacts m join lines l on l.tenant_id = m.tenant_id and l.number = '+1202555' || ${firstLine}
     where m.tenant_id = $1`
  await client.query(
    `insert into opt_outs (tenant_id, line_id, number, source, since)
     select m.tenant_id, l.number_id, m.number, 'keyword', now() ${lineAndPhone} and right(m.number, 2) = '50'`,
    [tenantId],
  )
  await client.query(
    `insert into written_consents (tenant_id, line_id, number, since)
     select m.tenant_id, l.number_id, m.number, now() ${lineAndPhone} and right(m.number, 1) = '3'`,
    [tenantId],
  )
  await client.query(`analyze lines, contacts, contact_cards, contact_phones`)
  // Utility statements take no parameters.
  await client.query(
    `create temporary table numbered as
     select n, c.number_id as contact_id, c.number as phone, l.number_id as line_id, ${ID} as chat_id, at as last_message_at,
       case n when 1 then ${messagesInLongChat} else ${messagesAChat} end as message_count,
       n % 20 = 0 and n <= ${RECENT_CHATS} as is_unread
     from (
       select n, date_trunc('milliseconds', now()) - n * ${CHAT_EVERY} as at from generate_series(1, ${chats}) n
     ) timed
       join contacts c on c.tenant_id = '${tenantId}' and c.number = '+1303' || lpad((1 + (n - 1) / ${LINES})::text, 7, '0')
       join lines l on l.tenant_id = '${tenantId}' and l.number = '+1202555' || ${firstLine} + n % ${LINES}`,
  )
  await client.query(
    `create temporary table said as
     select ${ID} as message_id, * from (
       select n, place, chat_id, last_message_at - place * ${MESSAGE_EVERY} as at, n * 31 + place as key,
         case when (n + place) % 2 = 0 then contact_id when n % 2 = 0 then '${viewerId}' else '${colleagueId}' end as author,
         (n + place) % 2 = 0 as is_inbound,
         floor(random() * ${PHRASES})::int as first_phrase, floor(random() * ${PHRASES})::int as second_phrase
       from numbered, generate_series(0, message_count - 1) place
     ) timed`,
  )
  await client.query(`analyze numbered, said`)
  await client.query(
    `insert into chats (tenant_id, chat_id, number_id, name, version, message_count, last_message_id, last_message_at,
       list_rank, created_at)
     select $1, chat_id, line_id, 'Visit of family ' || n, 1 + message_count, message_count, message_id, at, is_unread::int,
       at - message_count * ${MESSAGE_EVERY}
     from numbered join said using (n, chat_id) where place = 0 order by chat_id`,
    [tenantId],
  )
  await withPlainWords(client, tenantId, async () => {
    await client.query(
      `insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by, provider_sid)
       select $1, message_id, chat_id, ${TEXT}, at, author, case when is_inbound then 'SM' || message_id end
       from said join phrases a on a.n = first_phrase join phrases b on b.n = second_phrase order by message_id`,
      [tenantId],
    )
  })
  await addMembers(client, { ...filling, colleagueId })
  await client.query(`analyze chats, chat_members, all_messages`)
  await addDeliveries(client, tenantId)
  await client.query(`drop table numbered, said`)
}

async function addMembers(client: PoolClient, { tenantId, viewerId, colleagueId }: Filling & { colleagueId: string }) {
  await client.query(
    `insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, holds_number_id,
       unread_count, list_rank)
     select $1, c.chat_id, member_id, role, c.created_at, c.last_message_at, holds,
       case when is_listed and is_unread then 1 else 0 end,
       case when is_listed then member_list_rank(null, is_unread::int, c.list_rank) end
     from numbered n join chats c on c.tenant_id = $1 and c.chat_id = n.chat_id, lateral (values
       ($2::uuid, 'TeamsUser', true, null), ($3, 'TeamsUser', n.n % 2 = 0 or n.n = 1, null),
       (contact_id, 'ExternalMobile', null, line_id)) m (member_id, role, is_listed, holds)
     where is_listed is not false`,
    [tenantId, colleagueId, viewerId],
  )
}

/** Everyone has a record of each message, except of the last one while it is unread. */
async function addDeliveries(client: PoolClient, tenantId: string) {
  await client.query(
    `insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at, from_number_id,
       to_number, body, provider_sid, attempts, posted_at)
     select $1, ${ID}, message_id, chat_id, member_id, case when is_text then 'delivered' else 'read' end, at,
       case when is_text then line_id end, case when is_text then phone end, case when is_text then text end,
       case when is_text then 'SM' || message_id end, is_text::int, case when is_text then at end
     from (
       select m.message_id, m.chat_id, m.text, m.sent_at as at, p.member_id, n.line_id, n.phone,
         p.role = 'ExternalMobile' and m.sent_by <> p.member_id as is_text
       from messages m join numbered n using (chat_id) join chat_members p on p.tenant_id = $1 and p.chat_id = m.chat_id
         join chats c on c.tenant_id = $1 and c.chat_id = m.chat_id
       where m.tenant_id = $1 and not (p.unread_count > 0 and m.message_id = c.last_message_id)
     ) recorded`,
    [tenantId],
  )
}
