import { randomUUID } from 'node:crypto'
import { openDatabase } from '../src/platform/index.ts'
import type { OwnHarness } from './harness.ts'

/** In every name and text of the twin. */
export const TWIN_WORD = 'Zwilling'

/** Contacts that only the twin has, each also a deleted one and a line. */
export const TWIN_CONTACTS = ['+12025590001', '+12025590002', '+12025590003'] as const

/** Columns with another value in every twin, so that a leak is visible or breaks something. */
const DIFFERENT: Record<string, string> = {
  'tenants.account_sid': 'null',
  'tenants.suspended': 'true',
  // Unique over all tenants.
  'lines.in_use': 'false',
  'sessions.token_hash': `decode(md5(session_id::text || '$twin'), 'hex')`,
  'api_keys.token_hash': `decode(md5(key_id::text || '$twin'), 'hex')`,
  'api_keys.previous_hash': 'null',
  'sign_in_codes.code_hash': `decode(md5(code_hash::text || '$twin'), 'hex')`,
  'push_devices.endpoint_hash': `decode(md5(endpoint_hash::text || '$twin'), 'hex')`,
  'sessions.proved_at': `now() - interval '89 days'`,
  'reconciliations.complete_until': `now() + interval '1 day'`,
  'idempotency_keys.result_id': 'gen_random_uuid()',
}

/** Queues that are processed, also for the twins. */
const QUEUES = ['notices', 'notification_sends', 'notified_people']

/** In one twin nothing is in use any more, in the other everything is. */
const TWINS: readonly Record<string, string>[] = [
  {
    'users.disabled': 'true',
    'contacts.disabled': 'true',
    'chats.archived_at': 'now()',
    'chats.relay': 'false',
    'chat_members.deleted_at': 'now()',
    'chat_members.holds_number_id': 'null',
  },
  {
    'users.disabled': 'false',
    'chats.archived_at': 'null',
    'chats.unclaimed_count': '3',
    'chats.failed_count': '7',
    'chats.list_rank': '1 - list_rank',
    'chat_members.deleted_at': 'null',
    'chat_members.unread_count': '5',
    'chat_members.list_rank': `case when role = 'TeamsUser' then 2 end`,
  },
]

const TEXTS = new Set(['name', 'text', 'body', 'file_name', 'error_text', 'rejected_reason', 'user_agent'])

type Pool = Awaited<ReturnType<typeof openDatabase>>['pool']

/** Other tenants whose rows have the same ids as those of the only tenant with members in chats. */
export type Twins = { rows(): Promise<Record<string, string>> }

/** ID prefixes of twins whose rows are the first and the last in every index. */
const BEGINNINGS = ['00000000', 'ffffffff']

/** Copies the tenant twice while the app is stopped. `rows` is for that time too. */
export async function addTwins(harness: OwnHarness): Promise<Twins> {
  const twins = TWINS.map((different, index) => ({
    id: randomUUID().replace(/^.{8}/, BEGINNINGS[index] ?? ''),
    different: { ...DIFFERENT, ...different },
  }))
  const ids = twins.map(({ id }) => id)
  const withPool = async <Result>(work: (pool: Pool) => Promise<Result>): Promise<Result> => {
    const { DATABASE_URL, DATA_DIR = '' } = harness.settings
    const database = await openDatabase({ DATABASE_URL, DATA_DIR, DATABASE_POOL: 1 }, () => {})
    try {
      return await work(database.pool)
    } finally {
      await database.close()
    }
  }
  await withPool(async (pool) => {
    const { rows: columns } = await pool.query<{ table: string; column: string }>(
      `select c.table_name as table, c.column_name as column from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER' and c.is_identity = 'NO'
      order by c.table_name, c.ordinal_position`,
    )
    const { rows: tenants } = await pool.query<{ id: string }>('select distinct tenant_id as id from chat_members')
    const [ours] = tenants
    if (!ours) throw new Error('No tenant has a chat.')
    // Tables are copied in any order.
    await pool.query('set session_replication_role = replica')
    for (const [table, ofTable] of Map.groupBy(columns, (column) => column.table)) {
      const names = ofTable.map(({ column }) => column)
      if (!names.includes('tenant_id')) continue
      for (const { id, different } of twins) {
        const values = names.map((column) => {
          if (column === 'tenant_id') return `'${id}'::uuid`
          if (TEXTS.has(column)) return `'${TWIN_WORD}'`
          return different[`${table}.${column}`]?.replace('$twin', id) ?? column
        })
        await pool.query(
          `insert into ${table} (${names.join()}) select ${values.join()} from ${table} where tenant_id = '${ours.id}'`,
        )
        // Ours are between those of the twins from now on, so that whoever forgets the tenant finds a twin's first or last.
        if (id === ids[0]) await pool.query(`update ${table} set tenant_id = tenant_id where tenant_id = '${ours.id}'`)
      }
    }
    await pool.query(
      `insert into inbound_media (tenant_id, message_id, chat_id, urls, received_at, due_at)
      select tenant_id, message_id, chat_id, array['https://api.twilio.com/file'], now(), now() + interval '1 day'
      from messages where tenant_id = any($1)`,
      [ids],
    )
    for (const number of TWIN_CONTACTS) {
      await pool.query(
        `insert into contacts (tenant_id, number_id, number, name, disabled, created_at, deleted_at)
        select id, gen_random_uuid(), $2, $3, true, now(), deleted
        from unnest($1::uuid[]) as id cross join unnest(array[null, now()]) as deleted`,
        [ids, number, TWIN_WORD],
      )
      await pool.query(
        `insert into lines (tenant_id, number_id, sid, number, name, created_at)
        select id, gen_random_uuid(), 'PN' || $2::text, $2, $3, now() from unnest($1::uuid[]) as id`,
        [ids, number, TWIN_WORD],
      )
    }
    await pool.query(
      `insert into opt_outs (tenant_id, line_id, number, source, since)
      select id, p.number_id, m.number, 'keyword', now()
      from unnest($1::uuid[]) as id cross join lines p cross join contacts m
      where p.tenant_id = $2 and m.tenant_id = $2 on conflict do nothing`,
      [ids, ours.id],
    )
  })
  return {
    rows: () =>
      withPool(async (pool) => {
        const { rows } = await pool.query<{ table: string }>(
          `select table_name as table from information_schema.columns join information_schema.tables using (table_schema, table_name)
          where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'tenant_id' order by table_name`,
        )
        const all: Record<string, string> = {}
        for (const { table } of rows.filter((each) => !QUEUES.includes(each.table))) {
          const { rows: ofTable } = await pool.query<{ row: string }>(
            `select t::text as row from ${table} t where tenant_id = any($1) order by 1`,
            [ids],
          )
          all[table] = ofTable.map(({ row }) => row).join('\n')
        }
        return all
      }),
  }
}
