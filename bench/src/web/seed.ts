import { randomUUID } from 'node:crypto'
import type { openDatabase } from '@partyline/server'

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool']

export type Size = {
  readonly chats: number
  readonly messagesAChat: number
  /** Messages in the newest chat. */
  readonly messagesInLongChat: number
}

/** An empty tenant and its only user, who becomes a member of every second chat, with some unread. */
export type Filling = Size & { readonly tenantId: string; readonly viewerId: string }

/** Intervals between the last messages of chats, and between messages of a chat. */
const CHAT_EVERY = `interval '20 seconds'`
const MESSAGE_EVERY = `interval '1 hour'`
/** A UUIDv7 of the time `at` in the statement. */
const ID = `overlay(overlay(left(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || replace(gen_random_uuid()::text, '-', ''), 32)
  placing '7' from 13) placing '8' from 17)`
const TEXT = `(
  select string_agg(
    ('{ba,co,di,fu,ga,he,jo,ku,la,me,no,pi,ra,so,tu}'::text[])[1 + place % 15]
      || ('{n,rt,l,mb,st,v,ck,sh,ll,nd,rk,p,t,g,x}'::text[])[1 + place / 15 % 15]
      || ('{er,ing,o,a,ly,ment,ed,ion,ow,es,al,ity,ous,ant,y}'::text[])[1 + place / 225], ' ')
  from (select floor(power(random(), 3) * 3375)::int as place from generate_series(1, 6 + n % 13)) words
) || case when n % 3 = 0 then ' thanks' else '' end || case when n % 97 = 0 then ' about the appointment' else '' end
  || case when n % 49999 = 7 then ' zebrafish' else '' end`

const contactsOf = ({ chats }: Size) => Math.ceil(chats / 5)

/** Fills a tenant with SQL statements, about 20,000 messages a second. */
export async function fillTenant(pool: Pool, filling: Filling): Promise<void> {
  const { tenantId, viewerId, chats, messagesAChat, messagesInLongChat } = filling
  const colleagueId = randomUUID()
  const numberId = randomUUID()
  const client = await pool.connect()
  try {
    await client.query(
      `insert into users (tenant_id, user_id, name, role, created_at) values ($1, $2, 'Cora Colleague', 'User', now())`,
      [tenantId, colleagueId],
    )
    await client.query(
      `insert into lines (tenant_id, number_id, sid, number, name, in_use, created_at)
       values ($1, $2::uuid, 'PN' || $2::uuid, '+1202555' || (1000 + random() * 8999)::int, 'Desk', true, now())`,
      [tenantId, numberId],
    )
    await client.query(`select setseed(0.5)`)
    await client.query(
      `insert into contacts (tenant_id, number_id, number, name, created_at)
       select $1, gen_random_uuid(), '+1303' || lpad(n::text, 7, '0'), 'Contact ' || n, now()
       from generate_series(1, $2::int) n`,
      [tenantId, contactsOf(filling)],
    )
    await client.query(
      `insert into chats (tenant_id, chat_id, number_id, name, message_count, last_message_at, list_rank, created_at)
       select $1, gen_random_uuid(), $2, 'Visit of family ' || n, case n when 1 then $4 else $5::int end,
         date_trunc('milliseconds', now()) - n * ${CHAT_EVERY}, (n % 20 = 0)::int, now() - interval '1 year'
       from generate_series(1, $3::int) n`,
      [tenantId, numberId, chats, messagesInLongChat, messagesAChat],
    )
    await client.query(
      `create temporary table numbered as
       select row_number() over (order by last_message_at desc)::int as n, chat_id, last_message_at, list_rank,
         message_count from chats where tenant_id = $1`.replace('$1', `'${tenantId}'`),
    )
    await client.query(`create temporary table said as
      select chat_id, ${ID}::uuid as message_id, at, n, list_rank, place from (
        select chat_id, last_message_at - place * ${MESSAGE_EVERY} as at, n * 31 + place as n, list_rank, place
        from numbered, generate_series(0, message_count - 1) place
      ) timed`)
    await client.query(`analyze numbered, said, chats, contacts`)
    await client.query(
      `insert into messages (tenant_id, message_id, chat_id, text, sent_at, sent_by)
       select $1, message_id, chat_id, ${TEXT}, at, case when n % 2 = 0 then $2::uuid else $3::uuid end
       from said order by message_id`,
      [tenantId, colleagueId, viewerId],
    )
    await addMembers(client, { ...filling, colleagueId })
    await client.query(`analyze chat_members`)
    await client.query(
      `update chats c set last_message_id = s.message_id from said s
       where c.tenant_id = $1 and c.chat_id = s.chat_id and s.place = 0`,
      [tenantId],
    )
    await client.query(
      `insert into deliveries (tenant_id, delivery_id, message_id, chat_id, member_id, status, updated_at)
       select m.tenant_id, gen_random_uuid(), s.message_id, s.chat_id, m.member_id,
         case m.role when 'TeamsUser' then 'read' else 'delivered' end, s.at
       from said s join chat_members m on m.tenant_id = $1 and m.chat_id = s.chat_id
       where (s.place = 0 or s.chat_id = (select chat_id from numbered where n = 1))
         and m.unread_count = 0 and not (s.list_rank = 1 and m.member_id = $2)`,
      [tenantId, colleagueId],
    )
    await client.query(`drop table numbered, said`)
    await client.query(`vacuum analyze`)
  } finally {
    client.release()
  }
}

async function addMembers(
  client: { query(text: string, values: readonly unknown[]): Promise<unknown> },
  filling: Filling & { colleagueId: string },
) {
  const { tenantId, viewerId, colleagueId } = filling
  const contacts = contactsOf(filling)
  const member = `insert into chat_members (tenant_id, chat_id, member_id, role, added_at, last_message_at, unread_count, list_rank)`
  await client.query(
    `${member}
     select $1, chat_id, $2, 'TeamsUser', last_message_at, last_message_at, 0, list_rank from numbered`,
    [tenantId, colleagueId],
  )
  await client.query(
    `${member}
     select $1, chat_id, $2, 'TeamsUser', last_message_at, last_message_at, (n % 40 = 0)::int,
       case when n % 40 = 0 then 2 else list_rank end
     from numbered where n % 2 = 0 or n = 1`,
    [tenantId, viewerId],
  )
  await client.query(
    `${member}
     select $1, n.chat_id, p.number_id, 'ExternalMobile', n.last_message_at, n.last_message_at, 0, null
     from numbered n join contacts p
       on p.tenant_id = $1 and p.number = '+1303' || lpad((1 + n.n % $2::int)::text, 7, '0')`,
    [tenantId, contacts],
  )
}
